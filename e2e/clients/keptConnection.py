"""Sends many creations, one after the other over one kept connection, and prints how many were answered with 201."""
import http.client
import json
import ssl
import sys

from kubernetes import client, config

config.load_kube_config(sys.argv[1])
settings = client.Configuration.get_default_copy()
context = ssl.create_default_context(cafile=settings.ssl_ca_cert)
context.load_cert_chain(settings.cert_file, settings.key_file)
connection = http.client.HTTPSConnection(settings.host.removeprefix("https://"), context=context)
# Without it, the library would open another connection where the server has closed this one.
connection.auto_open = 0
connection.connect()
created = 0
first, step, count = map(int, sys.argv[3:])
for i in range(count):
    body = {"metadata": {"name": f"python-{i}"}, "data": {"text": "x" * (first + i * step)}}
    connection.request("POST", sys.argv[2], json.dumps(body), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    answer.read()
    created += answer.status == 201
print(created)

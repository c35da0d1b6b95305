// Code that verifies a webhook, by language.

export const snippets = {
  Node: `// npm install standardwebhooks
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.OCTAVO_WEBHOOK_SECRET)

// rawBody: the request body before JSON parsing
export function handle(rawBody, headers) {
  const { type, sequence, data } = webhook.verify(rawBody, headers) // throws if the signature is invalid
  if (type === 'OrderShipped') notifyReader(data.customerOrderId, data.shipmentTracking)
}`,
  Python: `# pip install standardwebhooks
import os
from standardwebhooks import Webhook

webhook = Webhook(os.environ["OCTAVO_WEBHOOK_SECRET"])

def handle(raw_body: bytes, headers: dict) -> None:
    event = webhook.verify(raw_body, headers)  # raises if the signature is invalid
    if event["type"] == "OrderShipped":
        notify_reader(event["data"]["customerOrderId"])`,
  PHP: `// composer require standard-webhooks/standard-webhooks
$webhook = new \\StandardWebhooks\\Webhook(getenv('OCTAVO_WEBHOOK_SECRET'));

$event = $webhook->verify(file_get_contents('php://input'), getallheaders()); // throws if the signature is invalid
if ($event['type'] === 'OrderShipped') {
    notifyReader($event['data']['customerOrderId']);
}`,
  Shell: `# The signed text is the id, timestamp and body, joined by dots. The key is the base64 text after whsec_.
id=$WEBHOOK_ID; timestamp=$WEBHOOK_TIMESTAMP   # headers webhook-id and webhook-timestamp
key=$(printf %s "\${OCTAVO_WEBHOOK_SECRET#whsec_}" | base64 -d | xxd -p -c 256)
printf %s "$id.$timestamp.$(cat body.json)" | openssl dgst -sha256 -mac HMAC -macopt hexkey:$key -binary | base64
# compare with the values after "v1," in webhook-signature`,
}

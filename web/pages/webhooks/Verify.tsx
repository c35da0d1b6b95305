import { Tabs, Text } from '@mantine/core'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { Section } from '../../components/Section.tsx'

const snippets = {
  Node: `// npm install standardwebhooks
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.OCTAVO_WEBHOOK_SECRET)

// rawBody: the bytes as they came, before any JSON parser
export function handle(rawBody, headers) {
  const { type, sequence, data } = webhook.verify(rawBody, headers) // throws when the signature is wrong
  if (type === 'OrderShipped') tellTheReader(data.customerOrderId, data.shipmentTracking)
}`,
  Python: `# pip install standardwebhooks
import os
from standardwebhooks import Webhook

webhook = Webhook(os.environ["OCTAVO_WEBHOOK_SECRET"])

def handle(raw_body: bytes, headers: dict) -> None:
    event = webhook.verify(raw_body, headers)  # raises when the signature is wrong
    if event["type"] == "OrderShipped":
        tell_the_reader(event["data"]["customerOrderId"])`,
  PHP: `// composer require standard-webhooks/standard-webhooks
$webhook = new \\StandardWebhooks\\Webhook(getenv('OCTAVO_WEBHOOK_SECRET'));

$event = $webhook->verify(file_get_contents('php://input'), getallheaders()); // throws when the signature is wrong
if ($event['type'] === 'OrderShipped') {
    tellTheReader($event['data']['customerOrderId']);
}`,
  'By hand': `# What is signed: id, timestamp and body, joined by dots. The key is what follows whsec_, in base64.
id=$WEBHOOK_ID; timestamp=$WEBHOOK_TIMESTAMP   # headers webhook-id and webhook-timestamp
key=$(printf %s "\${OCTAVO_WEBHOOK_SECRET#whsec_}" | base64 -d | xxd -p -c 256)
printf %s "$id.$timestamp.$(cat body.json)" | openssl dgst -sha256 -mac HMAC -macopt hexkey:$key -binary | base64
# must be one of the values in webhook-signature, after "v1,"`,
}

export const Verify = () => (
  <Section
    title="Verify every webhook"
    about="Otherwise anyone who knows the address could tell you that an order has shipped."
  >
    <Tabs defaultValue="Node" variant="pills">
      <Tabs.List mb="sm">
        {Object.keys(snippets).map(name => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(snippets).map(([name, text]) => (
        <Tabs.Panel key={name} value={name}>
          <CodeBlock label={`How to verify: ${name}`}>{text}</CodeBlock>
        </Tabs.Panel>
      ))}
    </Tabs>
    <Text size="sm" c="dimmed" mt="md">
      Answer with any 2xx within 20 seconds. A webhook may come twice, and out of order: <code>sequence</code> counts
      the events of an order from 1, and <code>webhook-id</code> stays the same when a webhook is sent again.
    </Text>
  </Section>
)

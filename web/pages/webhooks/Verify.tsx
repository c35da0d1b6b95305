import { Tabs, Text } from '@mantine/core'
import { brand } from '../../brand.ts'
import { CodeBlock } from '../../components/layout/CodeBlock.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { rich, t } from '../../language.ts'
import { snippets } from './snippets.ts'

export const Verify = () => (
  <Section
    title={t('Verify webhook signatures')}
    about={t('Make sure that webhooks come from {name} and not from someone else.', { name: brand.name })}
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
          <CodeBlock label={t('Verification code: {name}', { name })}>{text}</CodeBlock>
        </Tabs.Panel>
      ))}
    </Tabs>
    <Text size="sm" c="dimmed" mt="md">
      {rich(
        'Respond with a 2xx status within 20 seconds. Webhooks can arrive more than once and out of order. Use <code>webhook-id</code> to detect duplicates and <code>sequence</code> to order the events of an order.',
        { code: text => <code>{text}</code> },
      )}
    </Text>
  </Section>
)

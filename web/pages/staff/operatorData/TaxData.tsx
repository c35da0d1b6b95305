// The tax table of the draft.

import { ActionIcon, Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Section } from '../../../components/layout/Section.tsx'
import { type Path, valueAt } from './content.ts'
import { ChecksField, NumberField, TagsField, TextField, useEditing } from './Fields.tsx'

const parts = [
  { value: 'items', label: 'Books' },
  { value: 'fulfillment', label: 'Handling' },
  { value: 'shipping', label: 'Shipping' },
]

/** The service takes rates as parts of 1. */
const RateField = ({ path, label }: { path: Path; label: string }) => (
  <NumberField path={path} label={label} factor={0.01} decimals={4} suffix=" %" max={50} />
)

export const TaxData = () => (
  <>
    <Section title="Where you collect tax" about="Have an accountant check this table.">
      <Stack gap="md">
        <TagsField
          path={['tax', 'collectIn']}
          label="Places of registration"
          description="US-OH, PR, CA or CA-QC; press Enter after each. The ship-from place is always included."
        />
        <ChecksField path={['tax', 'taxedByDefault']} label="Taxed, unless a place below says otherwise" data={parts} />
        <TagsField
          path={['tax', 'originSourced']}
          label="States that tax by the ship-from place"
          description="For orders shipped within the state"
        />
      </Stack>
    </Section>
    <Section title="What a place taxes">
      <Named
        path={['tax', 'taxed']}
        noun="place"
        newValue={['items', 'fulfillment']}
        row={(path, name) => <ChecksField path={path} label={name} data={parts} />}
      />
    </Section>
    <Section title="Rates" about="They replace the published rates of states and provinces.">
      <Named
        path={['tax', 'rates']}
        noun="rate"
        newValue={0.06}
        row={(path, name) => <RateField path={path} label={name} />}
      />
    </Section>
    <Section title="Local taxes" about="Of counties, cities and districts, added to the state’s tax.">
      <Named
        path={['tax', 'local']}
        noun="local tax"
        newValue={{ in: 'US-NY', postal: [], rate: 0.04 }}
        row={(path, name) => (
          <SimpleGrid cols={{ base: 1, sm: 3 }} style={{ flex: 1 }}>
            <RateField path={[...path, 'rate']} label={name} />
            <TextField path={[...path, 'in']} label={`State of ${name}`} />
            <TagsField path={[...path, 'postal']} label={`Postal codes of ${name}`} />
          </SimpleGrid>
        )}
      />
    </Section>
    <Section title="Registration numbers" about="Printed on invoices.">
      <Named
        path={['tax', 'registrationNumbers']}
        noun="registration number"
        newValue=""
        row={(path, name) => <TextField path={path} label={name} />}
      />
    </Section>
  </>
)

type NamedProps = { path: Path; noun: string; newValue: unknown; row: (path: Path, name: string) => ReactNode }

/** Values by name, such as rates by place. */
function Named({ path, noun, newValue, row }: NamedProps) {
  const { content, change } = useEditing()
  const [name, setName] = useState('')
  const values = (valueAt(content, path) ?? {}) as Record<string, unknown>
  const add = () => {
    const added = name.trim()
    if (added === '' || added in values) return
    change([...path, added], newValue)
    setName('')
  }
  return (
    <Stack gap="sm">
      {Object.keys(values).map(one => (
        <Group key={one} align="flex-end" gap="xs">
          {row([...path, one], one)}
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            aria-label={`Remove ${noun} ${one}`}
            onClick={() => change([...path, one], undefined)}
          >
            <Trash2 size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group align="flex-end" gap="xs">
        <TextInput
          label={`New ${noun}`}
          placeholder={noun === 'local tax' ? 'Monroe County' : 'US-OH'}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Button variant="default" leftSection={<Plus size={14} />} disabled={name.trim() === ''} onClick={add}>
          Add {noun}
        </Button>
      </Group>
    </Stack>
  )
}

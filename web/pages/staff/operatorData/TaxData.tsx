// The tax table of the draft.

import { ActionIcon, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { percentSuffix } from '../../../components/forms/separators.ts'
import { Section } from '../../../components/layout/Section.tsx'
import { t } from '../../../language.ts'
import { type Path, valueAt } from './content.ts'
import classes from './Fields.module.css'
import { ChecksField, DayField, NumberField, TagsField, TextField, useEditing } from './Fields.tsx'

const parts = [
  { value: 'items', label: t('Books') },
  { value: 'fulfillment', label: t('Handling') },
  { value: 'shipping', label: t('Shipping') },
]

/** The service takes rates as parts of 1. */
const RateField = ({ path, label }: { path: Path; label: string }) => (
  <NumberField path={path} label={label} factor={0.01} decimals={4} suffix={percentSuffix} max={50} />
)

export const TaxData = () => (
  <>
    <Section
      title={t('Where you collect tax')}
      about={t(
        'US-OH, PR, CA or CA-QC. Nothing is collected elsewhere, except at the ship-from place. Numbers are printed on invoices. Have an accountant check this table.',
      )}
    >
      <Stack gap="md">
        <Named
          path={['tax', 'registrations']}
          noun={t('registration')}
          newLabel={t('New place of registration')}
          newValue={{ since: '' }}
          heads={[t('Since'), t('Last day'), t('Tax number')]}
          row={(path, name) => (
            <SimpleGrid cols={{ base: 1, sm: 3 }} style={{ flex: 1 }}>
              <DayField path={[...path, 'since']} label={t('{place} since', { place: name })} />
              <DayField path={[...path, 'until']} label={t('Last day in {place}', { place: name })} />
              <TextField path={[...path, 'taxNumber']} label={t('Tax number in {place}', { place: name })} optional />
            </SimpleGrid>
          )}
        />
        <ChecksField
          path={['tax', 'taxedByDefault']}
          label={t('Taxed, unless a place below says otherwise')}
          data={parts}
        />
        <TagsField
          path={['tax', 'originSourced']}
          label={t('States that tax by the ship-from place')}
          description={t('For orders shipped within the state')}
        />
      </Stack>
    </Section>
    <Section title={t('What a place taxes')}>
      <Named
        path={['tax', 'taxed']}
        noun={t('place')}
        newLabel={t('New place')}
        newValue={['items', 'fulfillment']}
        columns={2}
        row={(path, name) => <ChecksField path={path} label={name} data={parts} />}
      />
    </Section>
    <Section title={t('Rates')} about={t('They replace the published rates of states and provinces.')}>
      <Named
        path={['tax', 'rates']}
        noun={t('rate')}
        newLabel={t('New rate')}
        newValue={0.06}
        columns={3}
        row={(path, name) => <RateField path={path} label={name} />}
      />
    </Section>
    <Section title={t('Local taxes')} about={t('Of counties, cities and districts, added to the state’s tax.')}>
      <Named
        path={['tax', 'local']}
        noun={t('local tax')}
        newLabel={t('New local tax')}
        example="Monroe County"
        newValue={{ in: 'US-NY', postal: [], rate: 0.04 }}
        heads={[t('Rate'), t('State'), t('Postal codes')]}
        row={(path, name) => (
          <SimpleGrid cols={{ base: 1, sm: 3 }} style={{ flex: 1 }}>
            <RateField path={[...path, 'rate']} label={name} />
            <TextField
              path={[...path, 'in']}
              label={t('State of {place}', { place: name })}
              empty={t('Enter a state such as US-NY')}
            />
            <TagsField path={[...path, 'postal']} label={t('Postal codes of {place}', { place: name })} />
          </SimpleGrid>
        )}
      />
    </Section>
  </>
)

type NamedProps = {
  path: Path
  noun: string
  /** Of the field for another name. */
  newLabel: string
  example?: string
  newValue: unknown
  row: (path: Path, name: string) => ReactNode
  /** Of the fields of a row. */
  heads?: string[]
  /** Of short rows, on a wide screen. */
  columns?: number
}

/** Values by name, such as rates by place. On a wide screen, the name and the heads take the place of the labels. */
function Named({ path, noun, newLabel, example = 'US-OH', newValue, row, heads = [], columns = 1 }: NamedProps) {
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
      {heads.length === 0 || Object.keys(values).length === 0 ? null : (
        <div className={classes.heads} aria-hidden>
          {heads.map(head => (
            <span key={head}>{head}</span>
          ))}
        </div>
      )}
      <SimpleGrid cols={{ base: 1, sm: columns }} verticalSpacing="xs" className={classes.named}>
        {Object.keys(values).map(one => (
          <Group key={one} align="center" gap="xs" wrap="nowrap">
            <Text size="sm" w={columns > 1 ? 56 : 128} className={classes.name} aria-hidden>
              {one}
            </Text>
            {row([...path, one], one)}
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              className={classes.removeNamed}
              aria-label={t('Remove {noun} {number}', { noun, number: one })}
              onClick={() => change([...path, one], undefined)}
            >
              <Trash2 size={16} />
            </ActionIcon>
          </Group>
        ))}
      </SimpleGrid>
      <Group align="flex-end" gap="xs">
        <TextInput
          label={newLabel}
          placeholder={example}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Button variant="default" leftSection={<Plus size={14} />} disabled={name.trim() === ''} onClick={add}>
          {t('Add {noun}', { noun })}
        </Button>
      </Group>
    </Stack>
  )
}

// The severities that a book gives to findings in the place of the usual ones, and the choice of another finding.

import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { adjustableFindings } from '../../../../src/catalog/bookFields.ts'
import { t, word } from '../../../language.ts'
import { type Path, valueAt } from './content.ts'
import { SelectField, useEditing } from './Fields.tsx'

const choices = [
  { value: 'error', label: t('Error: not printed') },
  { value: 'warning', label: t('Warning') },
  { value: 'info', label: t('Info') },
  { value: 'off', label: t('Off: not reported') },
]

export function Severities({ path }: { path: Path }) {
  const { content, change } = useEditing()
  const given = Object.keys((valueAt(content, path) ?? {}) as object)
  const others = Object.entries(findings).filter(([code]) => !given.includes(code))
  return (
    <Stack gap="sm">
      {given.map(code => {
        const { label = code, usual } = findings[code] ?? {}
        const finding = word(label)
        return (
          <Group key={code} align="flex-end" gap="xs" wrap="nowrap">
            <SelectField
              path={[...path, code]}
              label={finding}
              description={usual === undefined ? undefined : t('Usually: {severity}', { severity: usualLabels[usual] })}
              data={choices}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={t('Remove the severity of “{finding}”', { finding })}
              onClick={() => change([...path, code], undefined)}
            >
              <Trash2 size={16} />
            </ActionIcon>
          </Group>
        )
      })}
      {given.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('All findings have their usual severity.')}
        </Text>
      ) : null}
      <Select
        label={t('Change the severity of')}
        placeholder={t('Choose a finding')}
        maw={360}
        searchable
        value={null}
        data={others.map(([code, { label, usual }]) => ({
          value: code,
          label: t('{finding} (usually {severity})', { finding: word(label), severity: usualLabels[usual] }),
        }))}
        onChange={code => {
          if (code !== null) change([...path, code], findings[code]!.usual)
        }}
      />
    </Stack>
  )
}

const usualLabels = { error: t('error'), warning: t('warning'), info: t('info') }

const findings: Record<string, { label: string; usual: keyof typeof usualLabels }> = adjustableFindings

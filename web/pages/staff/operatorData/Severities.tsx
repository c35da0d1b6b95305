// The severities that a book gives to findings in the place of the usual ones, and the choice of another finding.

import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { t } from '../../../language.ts'
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
  const others = adjustableFindings.filter(({ code }) => !given.includes(code))
  return (
    <Stack gap="sm">
      {given.map(code => {
        const { label = code, usual } = adjustableFindings.find(one => one.code === code) ?? {}
        return (
          <Group key={code} align="flex-end" gap="xs" wrap="nowrap">
            <SelectField
              path={[...path, code]}
              label={label}
              description={usual === undefined ? undefined : t('Usually: {severity}', { severity: usualLabels[usual] })}
              data={choices}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={t('Remove the severity of “{finding}”', { finding: label })}
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
        data={others.map(({ code, label, usual }) => ({
          value: code,
          label: t('{finding} (usually {severity})', { finding: label, severity: usualLabels[usual] }),
        }))}
        onChange={code => {
          const usual = adjustableFindings.find(one => one.code === code)?.usual
          if (code !== null && usual !== undefined) change([...path, code], usual)
        }}
      />
    </Stack>
  )
}

const usualLabels = { error: t('error'), warning: t('warning'), info: t('info') }

/** `usual` is the severity without a change. */
const adjustableFindings: { code: string; label: string; usual: keyof typeof usualLabels }[] = [
  { code: 'pages_blank', label: t('Blank pages'), usual: 'warning' },
  { code: 'ink_coverage_high', label: t('Too much ink'), usual: 'warning' },
  { code: 'colour_not_printed', label: t('Color on pages printed in black'), usual: 'warning' },
  { code: 'colour_rgb', label: t('RGB colors'), usual: 'warning' },
  { code: 'colour_rgb_black', label: t('Black or gray in RGB'), usual: 'info' },
  { code: 'colour_lab', label: t('Lab colors'), usual: 'warning' },
  { code: 'colour_spot', label: t('Spot colors'), usual: 'info' },
  { code: 'white_overprint', label: t('White that overprints'), usual: 'warning' },
  { code: 'tint_faint', label: t('Faint tints'), usual: 'warning' },
  { code: 'line_too_thin', label: t('Thin lines'), usual: 'warning' },
  { code: 'text_small', label: t('Small text'), usual: 'warning' },
  { code: 'reversed_text_small', label: t('Small white text'), usual: 'warning' },
  { code: 'rich_text_small', label: t('Small text in several inks'), usual: 'warning' },
  { code: 'image_resolution_low', label: t('Low image resolution'), usual: 'warning' },
  { code: 'image_resolution_high', label: t('Needlessly high image resolution'), usual: 'info' },
  { code: 'bitonal_resolution_low', label: t('Low resolution without gray'), usual: 'warning' },
  { code: 'transparency', label: t('Transparency'), usual: 'warning' },
  { code: 'font_drawn', label: t('Type 3 fonts'), usual: 'warning' },
  { code: 'layer_prints_hidden', label: t('Layers that only print'), usual: 'warning' },
  { code: 'transfer_curve', label: t('Transfer curves'), usual: 'warning' },
  { code: 'page_upside_down', label: t('Pages upside down'), usual: 'warning' },
  { code: 'pdfx_required', label: t('Not the required PDF/X'), usual: 'error' },
  { code: 'pdfx_false', label: t('False claim of PDF/X'), usual: 'warning' },
  { code: 'isbn_barcode_wrong', label: t('Another ISBN in the barcode'), usual: 'warning' },
  { code: 'isbn_price_wrong', label: t('Another price beside the barcode'), usual: 'warning' },
  { code: 'isbn_text_wrong', label: t('Another ISBN in the text'), usual: 'warning' },
  { code: 'isbn_barcode_missing', label: t('No barcode of the ISBN'), usual: 'info' },
]

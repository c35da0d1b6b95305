// The severities that a book gives to findings in the place of the usual ones, and the choice of another finding.

import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { type Path, valueAt } from './content.ts'
import { SelectField, useEditing } from './Fields.tsx'

const choices = [
  { value: 'error', label: 'Error: not printed' },
  { value: 'warning', label: 'Warning' },
  { value: 'info', label: 'Info' },
  { value: 'off', label: 'Off: not reported' },
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
            <SelectField path={[...path, code]} label={label} description={`Usually: ${usual}`} data={choices} />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={`Remove the severity of “${label}”`}
              onClick={() => change([...path, code], undefined)}
            >
              <Trash2 size={16} />
            </ActionIcon>
          </Group>
        )
      })}
      {given.length === 0 ? (
        <Text size="sm" c="dimmed">
          All findings have their usual severity.
        </Text>
      ) : null}
      <Select
        label="Change the severity of"
        placeholder="Choose a finding"
        maw={360}
        searchable
        value={null}
        data={others.map(({ code, label, usual }) => ({ value: code, label: `${label} (usually ${usual})` }))}
        onChange={code => {
          const usual = adjustableFindings.find(one => one.code === code)?.usual
          if (code !== null && usual !== undefined) change([...path, code], usual)
        }}
      />
    </Stack>
  )
}

/** `usual` is the severity without a change. */
const adjustableFindings = [
  { code: 'pages_blank', label: 'Blank pages', usual: 'warning' },
  { code: 'ink_coverage_high', label: 'Too much ink', usual: 'warning' },
  { code: 'colour_not_printed', label: 'Color on pages printed in black', usual: 'warning' },
  { code: 'colour_rgb', label: 'RGB colors', usual: 'warning' },
  { code: 'colour_rgb_black', label: 'Black or gray in RGB', usual: 'info' },
  { code: 'colour_lab', label: 'Lab colors', usual: 'warning' },
  { code: 'colour_spot', label: 'Spot colors', usual: 'info' },
  { code: 'white_overprint', label: 'White that overprints', usual: 'warning' },
  { code: 'tint_faint', label: 'Faint tints', usual: 'warning' },
  { code: 'line_too_thin', label: 'Thin lines', usual: 'warning' },
  { code: 'text_small', label: 'Small text', usual: 'warning' },
  { code: 'reversed_text_small', label: 'Small white text', usual: 'warning' },
  { code: 'rich_text_small', label: 'Small text in several inks', usual: 'warning' },
  { code: 'image_resolution_low', label: 'Low image resolution', usual: 'warning' },
  { code: 'image_resolution_high', label: 'Needlessly high image resolution', usual: 'info' },
  { code: 'bitonal_resolution_low', label: 'Low resolution without gray', usual: 'warning' },
  { code: 'transparency', label: 'Transparency', usual: 'warning' },
  { code: 'font_drawn', label: 'Type 3 fonts', usual: 'warning' },
  { code: 'layer_prints_hidden', label: 'Layers that only print', usual: 'warning' },
  { code: 'transfer_curve', label: 'Transfer curves', usual: 'warning' },
  { code: 'page_upside_down', label: 'Pages upside down', usual: 'warning' },
  { code: 'pdfx_required', label: 'Not the required PDF/X', usual: 'error' },
  { code: 'pdfx_false', label: 'False claim of PDF/X', usual: 'warning' },
  { code: 'isbn_barcode_wrong', label: 'Another ISBN in the barcode', usual: 'warning' },
  { code: 'isbn_price_wrong', label: 'Another price beside the barcode', usual: 'warning' },
  { code: 'isbn_text_wrong', label: 'Another ISBN in the text', usual: 'warning' },
  { code: 'isbn_barcode_missing', label: 'No barcode of the ISBN', usual: 'info' },
]

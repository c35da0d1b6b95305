import { SegmentedControl, Text } from '@mantine/core'
import { MessageSquareWarning } from 'lucide-react'
import { api } from '../../../api.ts'
import type { PrinterMessage } from '../../../apiTypes.ts'
import type { Column } from '../../../components/layout/List.tsx'
import { capitalize, RelativeTime } from '../../../components/layout/Values.tsx'
import { detailTexts } from '../../../components/staff/auditDetails.ts'
import { OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'

const verdicts = [
  { value: 'contradicts', label: t('Conflicts'), none: t('No printer messages conflict with their orders.') },
  { value: 'ignored', label: t('Ignored'), none: t('No messages were ignored.') },
  { value: 'applied', label: t('Applied'), none: t('No messages yet.') },
] as const

const kindLabels: Record<string, string> = {
  received: t('Received'),
  accepted: t('Accepted'),
  refused: t('Refused'),
  printed: t('Printed'),
  delayed: t('Delayed'),
  packages: t('Packages'),
  shipped: t('Shipped'),
  cancellation: t('Cancellation'),
  problem: t('Problem'),
}

const columns: Column<PrinterMessage>[] = [
  {
    title: t('Order'),
    cell: printerMessage => <OrderLink order={printerMessage} fw={500} display="inline-block" miw="7rem" />,
  },
  {
    title: t('Message [[of a printer]]'),
    cell: printerMessage => (
      <>
        {kindLabels[printerMessage.kind] ?? capitalize(printerMessage.kind.replaceAll('_', ' '))}
        {printerMessage.repetitions > 0 ? (
          <Text span size="xs" c="dimmed">
            {' '}
            {t('({count, plural, one {# duplicate} other {# duplicates}})', { count: printerMessage.repetitions })}
          </Text>
        ) : null}
      </>
    ),
  },
  {
    title: t('Reason'),
    cell: printerMessage => (
      <span className="wrap">{printerMessage.why === null ? '–' : capitalize(printerMessage.why)}</span>
    ),
  },
  { title: t('Printer'), cell: printerMessage => printerMessage.printer },
  {
    title: t('Content'),
    cell: printerMessage => (
      <Text span size="sm" c="dimmed" className="wrap" lineClamp={3}>
        {contentText(printerMessage.content)}
      </Text>
    ),
    wideOnly: true,
  },
  { title: t('Received'), cell: printerMessage => <RelativeTime at={printerMessage.receivedAt} /> },
]

/** The printer's text, or else the names and values that it sent; the kind has a column of its own. */
function contentText(content: PrinterMessage['content']): string {
  const { kind: _, reason, ...rest } = content as Record<string, unknown>
  return typeof reason === 'string' ? reason : detailTexts(rest).join(', ')
}

export function Messages() {
  const [filters, setFilters] = useFilters()
  const shown = verdicts.find(verdict => verdict.value === filters.verdict) ?? verdicts[0]
  return (
    <>
      <SegmentedControl
        mb="md"
        aria-label={t('Message result')}
        data={verdicts.map(({ value, label }) => ({ value, label }))}
        value={shown.value}
        onChange={verdict => setFilters({ verdict })}
      />
      <ListScreen
        of={pagesOf(['staff', 'messages'], { verdict: shown.value }, query =>
          api.GET('/staff/printer-messages', { params: { query } }),
        )}
        rowsOf={page => page.messages}
        label={t('Printer messages')}
        columns={columns}
        keyOf={message => message.recordId}
        empty={{
          icon: MessageSquareWarning,
          title: shown.value === 'contradicts' ? t('No conflicts') : t('No messages'),
          text: `${shown.none} ${t('Conflicting messages, such as “shipped” after “canceled”, are recorded but not applied.')}`,
        }}
      />
    </>
  )
}

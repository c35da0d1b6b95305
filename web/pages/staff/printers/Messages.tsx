import { SegmentedControl, Text } from '@mantine/core'
import { MessageSquareWarning } from 'lucide-react'
import { api, unwrap } from '../../../api.ts'
import type { PrinterMessage } from '../../../apiTypes.ts'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { PagedList } from '../../../components/layout/PagedList.tsx'
import { capitalize, plural, RelativeTime } from '../../../components/layout/Values.tsx'
import { detailTexts } from '../../../components/staff/AuditTable.tsx'
import { OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { useFilters } from '../../../shell/mode.ts'
import { usePages } from '../../../shell/pages.ts'

const verdicts = [
  { value: 'contradicts', label: 'Conflicts', none: 'No printer messages conflict with their orders.' },
  { value: 'ignored', label: 'Ignored', none: 'No messages were ignored.' },
  { value: 'applied', label: 'Applied', none: 'No messages yet.' },
] as const

const columns: Column<PrinterMessage>[] = [
  {
    title: 'Order',
    cell: printerMessage => <OrderLink order={printerMessage} fw={500} display="inline-block" miw="7rem" />,
  },
  {
    title: 'Message',
    cell: printerMessage => (
      <>
        {capitalize(printerMessage.kind.replaceAll('_', ' '))}
        {printerMessage.repetitions > 0 ? (
          <Text span size="xs" c="dimmed">
            {' '}
            ({plural(printerMessage.repetitions, 'duplicate')})
          </Text>
        ) : null}
      </>
    ),
  },
  {
    title: 'Reason',
    cell: printerMessage => (
      <span className="wrap">{printerMessage.why === null ? '–' : capitalize(printerMessage.why)}</span>
    ),
  },
  { title: 'Printer', cell: printerMessage => printerMessage.printer },
  {
    title: 'Content',
    cell: printerMessage => (
      <Text span size="sm" c="dimmed" className="wrap" lineClamp={3}>
        {contentText(printerMessage.content)}
      </Text>
    ),
    wideOnly: true,
  },
  { title: 'Received', cell: printerMessage => <RelativeTime at={printerMessage.receivedAt} /> },
]

/** The printer's text, or else the names and values that it sent; the kind has a column of its own. */
function contentText(content: PrinterMessage['content']): string {
  const { kind: _, reason, ...rest } = content as Record<string, unknown>
  return typeof reason === 'string' ? reason : detailTexts(rest).join(', ')
}

export function Messages() {
  const [filters, setFilters] = useFilters()
  const shown = verdicts.find(verdict => verdict.value === filters.verdict) ?? verdicts[0]
  const messages = usePages(['staff', 'messages'], shown.value, cursor =>
    unwrap(api.GET('/staff/printer-messages', { params: { query: { verdict: shown.value, ...cursor } } })),
  )
  return (
    <>
      <SegmentedControl
        mb="md"
        aria-label="Message result"
        data={verdicts.map(({ value, label }) => ({ value, label }))}
        value={shown.value}
        onChange={verdict => setFilters({ verdict })}
      />
      <PagedList
        of={messages}
        rowsOf={page => page.messages}
        label="Printer messages"
        columns={columns}
        keyOf={message => message.recordId}
        empty={
          <EmptyState
            icon={MessageSquareWarning}
            title={shown.value === 'contradicts' ? 'No conflicts' : 'No messages'}
          >
            {shown.none} Conflicting messages, such as “shipped” after “canceled”, are recorded but not applied.
          </EmptyState>
        }
      />
    </>
  )
}

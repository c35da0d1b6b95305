import { SegmentedControl, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquareWarning } from 'lucide-react'
import { api, unwrap } from '../../../api.ts'
import type { PrinterMessage } from '../../../apiTypes.ts'
import { Failure } from '../../../components/feedback/Failure.tsx'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { LoadMore } from '../../../components/layout/LoadMore.tsx'
import { RowsSkeleton } from '../../../components/layout/Page.tsx'
import { capitalize, plural, RelativeTime } from '../../../components/layout/Values.tsx'
import { detailTexts } from '../../../components/staff/AuditTable.tsx'
import { OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { useFilters } from '../../../shell/mode.ts'

const verdicts = [
  { value: 'contradicts', label: 'Conflicts', none: 'No printer messages conflict with their orders.' },
  { value: 'ignored', label: 'Ignored', none: 'No messages were ignored.' },
  { value: 'applied', label: 'Applied', none: 'No messages yet.' },
] as const
type Verdict = (typeof verdicts)[number]['value']

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
  const messages = useInfiniteQuery({
    queryKey: ['staff', 'messages', shown.value],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET('/staff/printer-messages', {
          params: {
            query: { verdict: shown.value as Verdict, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
          },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const rows = messages.data?.pages.flatMap(page => page.messages) ?? []
  return (
    <>
      <SegmentedControl
        mb="md"
        aria-label="Message result"
        data={verdicts.map(({ value, label }) => ({ value, label }))}
        value={shown.value}
        onChange={verdict => setFilters({ verdict })}
      />
      {messages.isPending ? <RowsSkeleton /> : null}
      {messages.error ? <Failure error={messages.error} retry={() => messages.refetch()} /> : null}
      {messages.data && rows.length === 0 ? (
        <EmptyState icon={MessageSquareWarning} title={shown.value === 'contradicts' ? 'No conflicts' : 'No messages'}>
          {shown.none} Conflicting messages, such as “shipped” after “canceled”, are recorded but not applied.
        </EmptyState>
      ) : null}
      {rows.length > 0 ? (
        <List
          label="Printer messages"
          rows={rows}
          columns={columns}
          keyOf={message => message.recordId}
          below={<LoadMore of={messages} />}
        />
      ) : null}
    </>
  )
}

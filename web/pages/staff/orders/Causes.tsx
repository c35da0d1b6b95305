// Orders on hold by cause, for the hours after an outage: all orders of a cause are moved on together, in batches.

import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import { showToast } from '../../../components/feedback/toast.ts'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { number, RelativeTime } from '../../../components/layout/Values.tsx'
import { OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { rich, t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { OrderStatus } from '../../../shell/orders/statusTexts.tsx'
import { useMay } from '../../../shell/session/session.ts'
import { actionTexts } from './OrderActions.tsx'

type Causes = ResponseBody<'/staff/orders/causes'>
type Cause = Causes['causes'][number]
type CauseAction = 'resume' | 'revalidate'
type Chosen = { act: CauseAction; cause: Cause; asOf: string }
type Failed = ResponseBody<'/staff/orders/resume', 'post'>['failed'][number]

const mode = 'production'
/** A single order is opened and decided on its own page. */
const minOrders = 2

export function Causes() {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [failed, setFailed] = useState<Failed[]>([])
  const mayMove = useMay('orders')
  const { data } = useQuery({
    queryKey: ['staff', 'orders', 'causes'],
    queryFn: () => api.GET('/staff/orders/causes', { params: { query: { mode } } }),
  })
  const causes = data?.causes.filter(({ orders }) => orders >= minOrders) ?? []
  if (data === undefined || (causes.length === 0 && failed.length === 0 && chosen === null)) return null
  const columns: Column<Cause>[] = [
    { title: t('Cause'), cell: ({ text }) => <span className="wrap">{text ?? t('No reason given')}</span> },
    {
      title: t('Status before hold'),
      cell: ({ stoppedIn }) => <OrderStatus status={stoppedIn} mode={mode} />,
      wideOnly: true,
    },
    { title: t('Orders'), cell: ({ orders }) => number(orders), right: true },
    { title: t('On hold since'), cell: ({ oldestSince }) => <RelativeTime at={oldestSince} /> },
    {
      title: t('Actions'),
      isActions: true,
      cell: cause => (
        <Group gap="xs" justify="flex-end">
          {actionsFor(cause).map(act => (
            <Button
              key={act}
              size="compact-sm"
              variant="default"
              onClick={() => setChosen({ act, cause, asOf: data.asOf })}
              aria-label={`${actionTexts[act].verb}: ${cause.text ?? t('No reason given')}`}
            >
              {actionTexts[act].verb}
            </Button>
          ))}
        </Group>
      ),
    },
  ]
  return (
    <>
      {failed.length > 0 ? <NotMoved failed={failed} /> : null}
      {causes.length > 0 ? (
        <Section title={t('By cause')} about={t('Production orders on hold for the same reason')} flush>
          <List
            bare
            label={t('Causes')}
            rows={causes}
            columns={mayMove ? columns : columns.filter(({ isActions }) => !isActions)}
            keyOf={({ stoppedIn, note }) => `${stoppedIn} ${note}`}
            below={
              data.capped ? (
                <Text size="xs" c="dimmed" ta="center" p="sm">
                  {t('Only the first orders are counted here.')}
                </Text>
              ) : null
            }
          />
        </Section>
      ) : null}
      {chosen === null ? null : (
        <MoveAll
          {...chosen}
          end={notMoved => {
            setFailed(notMoved)
            setChosen(null)
          }}
        />
      )}
    </>
  )
}

/** An order that was never sent to a printer cannot be resumed. */
const actionsFor = ({ stoppedIn }: Cause): CauseAction[] =>
  ['PRINTING', 'CANCELLATION_REQUESTED'].includes(stoppedIn) ? ['resume', 'revalidate'] : ['revalidate']

function MoveAll({ act, cause, asOf, end }: Chosen & { end: (failed: Failed[]) => void }) {
  const queries = useQueryClient()
  const [moved, setMoved] = useState(0)
  const { verb, text } = actionTexts[act]
  const move = useAction({
    async mutationFn(reason: string) {
      const failed: Failed[] = []
      let done = 0
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const portion: MoveResult = await moveNext(act, { ...cause, asOf, reason, cursor })
        done += portion.done
        for (const one of portion.failed) failed.push(one)
        cursor = portion.nextCursor
        setMoved(done + failed.length)
      }
      return { done, failed }
    },
    async onSuccess({ done, failed }) {
      await queries.invalidateQueries({ queryKey: ['staff'] })
      showToast(
        failed.length === 0
          ? t('{act}: {count, plural, one {# order} other {# orders}}', { act: verb, count: done })
          : t('{act}: {count, plural, one {# order} other {# orders}}, {failed} failed', {
              act: verb,
              count: done,
              failed: number(failed.length),
            }),
      )
      end(failed)
    },
  })
  return (
    <ReasonDialog
      title={t('{act}: {count, plural, one {# order} other {# orders}}', { act: verb, count: cause.orders })}
      text={
        <>
          {text}{' '}
          {t('This applies to all orders on hold for this reason: {reason}', {
            reason: cause.text ?? t('no reason given'),
          })}
          {move.isPending ? <Progress mt="sm" value={(100 * moved) / cause.orders} aria-label={t('Progress')} /> : null}
        </>
      }
      confirmLabel={verb}
      reasonHint={t('Shown to the customers in each order’s history and recorded in the audit log.')}
      action={move}
      close={() => end([])}
    />
  )
}

type MoveResult = { done: number; failed: Failed[]; nextCursor: string | null }
type MoveRequest = Pick<Cause, 'stoppedIn' | 'note'> & { asOf: string; reason: string; cursor: string | undefined }

function moveNext(act: CauseAction, { stoppedIn, note, asOf, reason, cursor }: MoveRequest): Promise<MoveResult> {
  const body = { mode, stoppedIn, note, asOf, reason, ...(cursor === undefined ? {} : { cursor }) } as const
  return act === 'resume' ? api.POST('/staff/orders/resume', { body }) : api.POST('/staff/orders/revalidate', { body })
}

const NotMoved = ({ failed }: { failed: Failed[] }) => (
  <Alert
    color="orange"
    mb="md"
    icon={<CircleAlert size={18} />}
    title={t('{count, plural, one {# order} other {# orders}} failed', { count: failed.length })}
  >
    <ul>
      {failed.map(failed => (
        <li key={`${failed.accountId} ${failed.customerOrderId}`}>
          {rich('{order}: {problem}', { order: <OrderLink order={failed} />, problem: failed.detail })}
        </li>
      ))}
    </ul>
  </Alert>
)

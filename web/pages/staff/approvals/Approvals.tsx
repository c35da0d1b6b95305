// What members of the staff asked for and a second person decides on: open requests, then those that are over.

import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { useState } from 'react'
import { api, ask } from '../../../api.ts'
import type { Approval } from '../../../apiTypes.ts'
import { useConfirm } from '../../../components/Confirm.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { More } from '../../../components/More.tsx'
import { PageFrame, RowsSkeleton } from '../../../components/Page.tsx'
import { ReasonDialog } from '../../../components/ReasonDialog.tsx'
import { Section } from '../../../components/Section.tsx'
import { AccountLink, OrderLink } from '../../../components/StaffLinks.tsx'
import { failed, said } from '../../../components/toast.ts'
import { Ago, capital, money, NearTime, number, plural } from '../../../components/Values.tsx'
import { useAct } from '../../../shell/act.ts'
import { approvalTitle } from '../../../shell/approvals.tsx'
import { usePages } from '../../../shell/pages.ts'

export function Page() {
  const pages = usePages(['staff', 'approvals'], cursor =>
    ask(api.GET('/staff/approvals', { params: { query: cursor } })),
  )
  const rows = pages.data?.pages.flatMap(page => page.approvals) ?? []
  const above = pages.data?.pages[0]?.secondPersonAbove ?? null
  const open = rows.filter(({ status }) => status === 'open')
  const over = rows.filter(({ status }) => status !== 'open')
  return (
    <PageFrame title="Approvals" about={above === null ? undefined : ruleOf(above)}>
      {pages.isPending ? <RowsSkeleton rows={3} /> : null}
      {pages.error ? <Failure error={pages.error} retry={() => pages.refetch()} /> : null}
      {pages.data && open.length === 0 ? (
        <Empty icon={UserCheck} title="Nothing to approve">
          {above === null
            ? 'No second person is needed: SECOND_PERSON_ABOVE is not set.'
            : 'What needs a second person waits here for seven days.'}
        </Empty>
      ) : null}
      <Stack gap="md" mb="md">
        {open.map(one => (
          <Open key={one.approvalId} approval={one} />
        ))}
      </Stack>
      {over.length > 0 ? (
        <Section title="Decided" flush>
          <List label="Decided" bare rows={over} columns={columns} keyOf={one => one.approvalId} />
        </Section>
      ) : null}
      <More of={pages} />
    </PageFrame>
  )
}

const ruleOf = (above: number): string =>
  `Refunding more than ${money(above)} of an order, and making an account an enterprise account, takes a second person.`

const Subject = ({ approval: { accountId, accountName, customerOrderId } }: { approval: Approval }) => (
  <span className="wrap">
    {customerOrderId === null ? null : (
      <>
        <OrderLink order={{ accountId, customerOrderId }} /> ·{' '}
      </>
    )}
    <AccountLink accountId={accountId} name={accountName} />
  </span>
)

function Open({ approval }: { approval: Approval }) {
  const { approvalId, customerOrderId, accountName, reason, askedBy, askedAt, expiresAt, isYours } = approval
  const queries = useQueryClient()
  const confirm = useConfirm()
  const [isDeclining, setDeclining] = useState(false)
  const approve = useAct({
    mutationFn: () => ask(api.POST('/staff/approvals/{approvalId}/approve', { params: { path: { approvalId } } })),
    onSuccess: () => said(`Approved: ${effects[approval.kind].done}`),
    onError: failed('Not approved'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['staff'] }),
  })
  const askFirst = async () => {
    const subject = customerOrderId === null ? accountName : `${customerOrderId}, ${accountName}`
    const text = `${subject}: ${askedBy} asked for it. ${effects[approval.kind].text}`
    if (await confirm({ title: `${approvalTitle(approval)}?`, text, yes: 'Approve' })) approve.mutate()
  }
  const facts = factsOf(approval)
  return (
    <Paper component="section" p="md" aria-label={approvalTitle(approval)}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} style={{ minWidth: 0, flex: '1 1 18rem' }}>
          <Text fw={500}>{approvalTitle(approval)}</Text>
          <Text size="sm">
            <Subject approval={approval} />
          </Text>
          {facts.map(fact => (
            <Text key={fact} size="sm">
              {fact}
            </Text>
          ))}
          {reason === null ? null : (
            <Text size="sm" className="wrap">
              “{reason}”
            </Text>
          )}
          <Text size="sm" c="dimmed" className="wrap">
            {isYours ? 'You' : askedBy} asked <Ago at={askedAt} />.{' '}
            {isYours ? 'Another person of the staff has to approve it. ' : null}
            Expires <NearTime at={expiresAt} />.
          </Text>
        </Stack>
        <Group gap="xs" className="fill">
          <Button variant="default" onClick={() => setDeclining(true)}>
            {isYours ? 'Withdraw' : 'Decline'}
          </Button>
          {isYours ? null : (
            <Button loading={approve.isPending} onClick={askFirst}>
              Approve
            </Button>
          )}
        </Group>
      </Group>
      {isDeclining ? <Decline approval={approval} close={() => setDeclining(false)} /> : null}
    </Paper>
  )
}

/** What approving does, before and after. */
const effects: Record<Approval['kind'], { text: string; done: string }> = {
  refund: {
    text: 'The money goes back to the card, and the holder is notified. This cannot be undone.',
    done: 'the money goes back to the card, and the holder is notified',
  },
  abandon: {
    text: 'The order is cancelled, and its payment is refunded. This cannot be undone.',
    done: 'the order is cancelled, and its payment is refunded',
  },
  enterprise: {
    text: 'The printer sets the prices of orders created from now on, and Octavo does not charge them.',
    done: 'it is an enterprise account from now on',
  },
}

/** What is not in the title: the items of a refund, the limits of an account. */
function factsOf({ items, limits }: Approval): string[] {
  const refunded = items.map(({ index, quantity, amount }) => {
    const item = `item ${number(index + 1)}`
    if (amount !== null) return `${money(amount)} of ${item}`
    return quantity === null ? `All that is left of ${item}` : `${plural(quantity, 'copy', 'copies')} of ${item}`
  })
  const changed = (['production', 'sandbox'] as const).flatMap(mode => {
    const { ordersPer24Hours, queueCeiling } = limits[mode] ?? {}
    return [
      ...(ordersPer24Hours === undefined ? [] : [`${capital(mode)} orders in 24 hours: ${number(ordersPer24Hours)}`]),
      ...(queueCeiling === undefined ? [] : [`${capital(mode)} queue ceiling: ${number(queueCeiling)}`]),
    ]
  })
  return [...refunded, ...changed]
}

function Decline({ approval, close }: { approval: Approval; close: () => void }) {
  const { approvalId, isYours, askedBy } = approval
  const queries = useQueryClient()
  const decline = useAct({
    mutationFn: (reason: string) =>
      ask(api.POST('/staff/approvals/{approvalId}/decline', { params: { path: { approvalId } }, body: { reason } })),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['staff'] })
      said(isYours ? 'Request withdrawn' : 'Request declined')
      close()
    },
  })
  const yes = isYours ? 'Withdraw' : 'Decline'
  return (
    <ReasonDialog
      title={`${yes}: ${approvalTitle(approval)}`}
      text={isYours ? 'Nothing is done.' : `Nothing is done. ${askedBy} can ask again.`}
      yes={yes}
      readBy="For the staff and the audit log. The customer does not see it."
      error={decline.error}
      isPending={decline.isPending}
      act={reason => decline.mutate(reason)}
      close={close}
    />
  )
}

const colourOf = { open: 'blue', approved: 'teal', declined: 'red', expired: 'gray' } as const

const columns: Column<Approval>[] = [
  {
    title: 'What',
    cell: one => (
      <Text span fw={500}>
        {approvalTitle(one)}
      </Text>
    ),
  },
  {
    title: 'On',
    cell: one => <Subject approval={one} />,
  },
  {
    title: 'Asked by',
    cell: one => (
      <span className="wrap">
        {one.askedBy}, <Ago at={one.askedAt} />
      </span>
    ),
  },
  {
    title: 'Reason',
    cell: one => <span className="wrap">{one.reason ?? '–'}</span>,
    wideOnly: true,
  },
  {
    title: 'Decision',
    cell: one => (
      <div>
        <Badge variant="light" radius="sm" color={colourOf[one.status]}>
          {one.status}
        </Badge>
        {one.status === 'expired' ? null : (
          <Text size="sm" className="wrap">
            {one.decidedBy}
            {one.decisionReason === null ? null : `: ${one.decisionReason}`}
          </Text>
        )}
      </div>
    ),
  },
]

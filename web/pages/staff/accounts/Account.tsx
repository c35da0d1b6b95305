// One account: its limits, its people, its orders, its papers. Every change asks for a reason.

import { Badge, Button, Group, NumberInput, SegmentedControl, SimpleGrid, Switch, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Package, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { type Answer, api, ask, isGone, type Mode, type Order } from '../../../api.ts'
import type { Exemption, StaffAccount } from '../../../apiTypes.ts'
import { Empty } from '../../../components/Empty.tsx'
import { Facts } from '../../../components/Facts.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { GoTo } from '../../../components/GoTo.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { More } from '../../../components/More.tsx'
import { PageFrame, PageSkeleton, RowsSkeleton } from '../../../components/Page.tsx'
import { unpriced } from '../../../components/priceFacts.tsx'
import { ReasonDialog } from '../../../components/ReasonDialog.tsx'
import { Recipient } from '../../../components/Recipient.tsx'
import { Section } from '../../../components/Section.tsx'
import { OrderLink } from '../../../components/StaffLinks.tsx'
import { said } from '../../../components/toast.ts'
import { Ago, Code, capital, Email, Money, None, number, Time } from '../../../components/Values.tsx'
import { useAct } from '../../../shell/act.ts'
import { askedText, isWaiting, useApprovals, Waiting, WillWait } from '../../../shell/approvals.tsx'
import { useParam } from '../../../shell/mode.ts'
import { usePages } from '../../../shell/pages.ts'
import { OrderStatus } from '../../../shell/words.tsx'

export function Page() {
  const accountId = useParam('accountId')
  const account = useQuery({
    queryKey: ['staff', 'account', accountId],
    queryFn: () => ask(api.GET('/staff/accounts/{accountId}', { params: { path: { accountId } } })),
  })
  const { waiting, above } = useApprovals({ accountId })
  const [isChanging, setChanging] = useState(false)
  const back = (
    <GoTo to="/accounts" size="sm" c="dimmed" display="inline-flex" style={{ alignItems: 'center', gap: 4 }} mb={8}>
      <ArrowLeft size={14} aria-hidden /> Accounts
    </GoTo>
  )
  if (account.isPending) return <PageSkeleton />
  if (account.data === undefined || isGone(account.error)) {
    return (
      <PageFrame title="Account" above={back}>
        <Failure error={account.error} retry={() => account.refetch()} />
      </PageFrame>
    )
  }
  const { name, holderEmail, enterprise, limits, createdAt } = account.data
  return (
    <PageFrame
      title={name}
      above={back}
      about={holderEmail}
      actions={
        <Button leftSection={<Settings2 size={15} />} onClick={() => setChanging(true)}>
          Change limits or billing
        </Button>
      }
    >
      <Waiting requests={waiting.filter(({ customerOrderId }) => customerOrderId === null)} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" verticalSpacing={0}>
        <Section title="Limits">
          <Facts
            facts={[
              ['Production orders in 24 hours', number(limits.production.ordersPer24Hours)],
              [
                'Production queue',
                `${number(limits.production.queued)} waiting; at most ${number(limits.production.queueCeiling)} including those received`,
              ],
              ['Sandbox orders in 24 hours', number(limits.sandbox.ordersPer24Hours)],
            ]}
          />
        </Section>
        <Section title="Details">
          <Facts
            facts={[
              [
                'Account',
                <Code key="c" label="Copy the ID">
                  {accountId}
                </Code>,
              ],
              ['Prices', enterprise ? 'Set by the printer, not charged here' : 'Set by Octavo, charged daily'],
              ['Opened', <Time key="t" at={createdAt} />],
              [
                'History',
                <GoTo key="a" to="/audit" search={{ accountId }}>
                  Audit log
                </GoTo>,
              ],
              [
                'Payments',
                <GoTo key="p" to="/money" search={{ tab: 'ledger', account: accountId }}>
                  Ledger
                </GoTo>,
              ],
              [
                'E-mails',
                <GoTo key="m" to="/mails" search={{ accountId }}>
                  To this account
                </GoTo>,
              ],
            ]}
          />
        </Section>
      </SimpleGrid>
      <Orders accountId={accountId} />
      <Members accountId={accountId} />
      <Papers accountId={accountId} />
      {isChanging ? (
        <Change account={account.data} needsSecond={above !== null} close={() => setChanging(false)} />
      ) : null}
    </PageFrame>
  )
}

type ChangeProps = { account: StaffAccount; needsSecond: boolean; close: () => void }

function Change({ account, needsSecond, close }: ChangeProps) {
  const queries = useQueryClient()
  const { accountId, limits } = account
  const [enterprise, setEnterprise] = useState(account.enterprise)
  const [values, setValues] = useState<Record<Field, number | string>>({
    production: limits.production.ordersPer24Hours,
    ceiling: limits.production.queueCeiling,
    sandbox: limits.sandbox.ordersPer24Hours,
  })
  const willWait = needsSecond && enterprise && !account.enterprise
  const change = useAct({
    mutationFn: (reason: string) =>
      ask(
        api.PATCH('/staff/accounts/{accountId}', {
          params: { path: { accountId } },
          body: {
            reason,
            ...(enterprise === account.enterprise ? {} : { enterprise }),
            // Only what is changed: until somebody approves it, another may change the rest.
            limits: {
              production: {
                ...changed('ordersPer24Hours', limits.production.ordersPer24Hours, values.production),
                ...changed('queueCeiling', limits.production.queueCeiling, values.ceiling),
              },
              sandbox: changed('ordersPer24Hours', limits.sandbox.ordersPer24Hours, values.sandbox),
            },
          },
        }),
      ),
    async onSuccess(answer) {
      await queries.invalidateQueries({ queryKey: ['staff'] })
      said(isWaiting(answer) ? askedText : 'Account changed')
      close()
    },
  })
  const field = (name: Field, label: string, description?: string) => (
    <NumberInput
      label={label}
      description={description}
      min={0}
      max={mostOrders}
      // An unacceptable number is reported, not silently changed.
      clampBehavior="none"
      error={isLimit(values[name]) ? null : `0 to ${number(mostOrders)}`}
      allowDecimal={false}
      thousandSeparator=","
      hideControls
      value={values[name]}
      onChange={value => setValues(before => ({ ...before, [name]: value }))}
    />
  )
  return (
    <ReasonDialog
      title={`Change ${account.name}`}
      text="A raised limit releases queued orders at once."
      yes={willWait ? 'Request change' : 'Change account'}
      readBy="For the audit log. The customer does not see it."
      error={change.error}
      isPending={change.isPending}
      isReady={Object.values(values).every(value => value !== '' && isLimit(value))}
      act={reason => change.mutate(reason)}
      close={close}
    >
      {field('production', 'Production orders in 24 hours')}
      {field('ceiling', 'Queue ceiling', 'Received and queued orders together; further orders are rejected')}
      {field('sandbox', 'Sandbox orders in 24 hours')}
      <Switch
        label="Enterprise: the printer sets the prices"
        description="Applies to orders created from now on"
        checked={enterprise}
        onChange={event => setEnterprise(event.currentTarget.checked)}
      />
      {willWait ? (
        <WillWait>
          Another person of the staff has to approve it. Until then nothing changes, including the limits.
        </WillWait>
      ) : null}
    </ReasonDialog>
  )
}

type Field = 'production' | 'ceiling' | 'sandbox'

const changed = (name: 'ordersPer24Hours' | 'queueCeiling', from: number, to: number | string) =>
  Number(to) === from ? {} : { [name]: Number(to) }

const mostOrders = 100_000_000
const isLimit = (value: number | string) => Number(value) >= 0 && Number(value) <= mostOrders

function Orders({ accountId }: { accountId: string }) {
  const [mode, setMode] = useState<Mode>('production')
  const orders = useInfiniteQuery({
    queryKey: ['staff', 'orders', accountId, mode],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/staff/accounts/{accountId}/{mode}/orders', {
          params: {
            path: { accountId, mode },
            query: { limit: 10, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
          },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const rows = orders.data?.pages.flatMap(page => page.orders) ?? []
  const columns: Column<Order>[] = [
    {
      title: 'Order',
      cell: one => <OrderLink order={{ accountId, customerOrderId: one.customerOrderId }} />,
    },
    {
      title: 'To',
      cell: ({ destination }) => <Recipient {...destination} />,
    },
    {
      title: 'Status',
      cell: one => <OrderStatus status={one.status} mode={one.mode} payment={one.paymentInfo.status} />,
    },
    {
      title: 'Total',
      cell: one =>
        one.pricing === undefined ? <None>{unpriced(one)}</None> : <Money amount={one.pricing.orderTotal} />,
      right: true,
    },
    { title: 'Placed', cell: one => <Ago at={one.createdAt} /> },
  ]
  return (
    <Section
      title="Orders"
      flush
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Mode"
          data={[
            { value: 'production', label: 'Production' },
            { value: 'sandbox', label: 'Sandbox' },
          ]}
          value={mode}
          onChange={value => setMode(value as Mode)}
        />
      }
    >
      {orders.isPending ? <RowsSkeleton rows={3} /> : null}
      {orders.error ? <Failure error={orders.error} retry={() => orders.refetch()} /> : null}
      {orders.data && rows.length === 0 ? (
        <Empty icon={Package} title="No orders yet">
          No orders in {mode}.
        </Empty>
      ) : null}
      {rows.length > 0 ? (
        <List
          label="Orders"
          bare
          rows={rows}
          columns={columns}
          keyOf={one => one.customerOrderId}
          below={<More of={orders} />}
        />
      ) : null}
    </Section>
  )
}

type Member = Answer<'/staff/accounts/{accountId}/members'>['members'][number]

const memberColumns: Column<Member>[] = [
  {
    title: 'Name',
    cell: one => (
      <Text span fw={500} className="wrap">
        {one.name}
      </Text>
    ),
  },
  { title: 'E-mail', cell: one => <Email>{one.email}</Email> },
  { title: 'Role', cell: one => capital(one.role) },
  { title: 'Second factor', cell: one => (one.secondFactor ? 'Yes' : 'No') },
  { title: 'Since', cell: one => <Time at={one.since} />, wideOnly: true },
]

function Members({ accountId }: { accountId: string }) {
  const members = useQuery({
    queryKey: ['staff', 'members', accountId],
    queryFn: () => ask(api.GET('/staff/accounts/{accountId}/members', { params: { path: { accountId } } })),
  })
  return (
    <Section title="Members" flush>
      {members.isPending ? <RowsSkeleton rows={2} /> : null}
      {members.error ? <Failure error={members.error} retry={() => members.refetch()} /> : null}
      {members.data ? (
        <List label="Members" bare rows={members.data.members} columns={memberColumns} keyOf={one => one.userId} />
      ) : null}
    </Section>
  )
}

const paperColumns: Column<Exemption>[] = [
  { title: 'State', cell: one => one.state },
  {
    title: 'Status',
    cell: one => (
      <Badge variant="light" radius="sm" color={paperColour[one.status]}>
        {one.status}
      </Badge>
    ),
  },
  { title: 'Submitted', cell: one => <Time at={one.createdAt} /> },
  { title: 'Until', cell: one => (one.expiresAt === null ? '–' : <Time at={one.expiresAt} />) },
  { title: 'Reason', cell: one => <span className="wrap">{one.reason ?? '–'}</span>, wideOnly: true },
]
const paperColour = { submitted: 'blue', approved: 'teal', refused: 'red', expired: 'gray' } as const

function Papers({ accountId }: { accountId: string }) {
  const papers = usePages(['staff', 'exemptions', accountId], cursor =>
    ask(api.GET('/staff/exemptions', { params: { query: { accountId, ...cursor } } })),
  )
  if (papers.error) return <Failure error={papers.error} retry={() => papers.refetch()} />
  if (papers.data === undefined) return null
  const rows = papers.data.pages.flatMap(page => page.exemptions)
  if (rows.length === 0) {
    return (
      <Section title="Exemption papers">
        <Text size="sm" c="dimmed">
          None have been submitted.
        </Text>
      </Section>
    )
  }
  return (
    <Section
      title="Exemption papers"
      flush
      actions={
        <Group>
          <GoTo to="/exemptions" size="sm">
            Review
          </GoTo>
        </Group>
      }
    >
      <List
        label="Exemption papers"
        bare
        rows={rows}
        columns={paperColumns}
        keyOf={one => one.exemptionId}
        below={<More of={papers} />}
      />
    </Section>
  )
}

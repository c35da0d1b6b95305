// One account: its limits, members, orders and certificates. Every change requires a reason.

import { Badge, Box, Button, Group, NumberInput, SegmentedControl, SimpleGrid, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Package, Settings2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api, isGone, type Mode, type Order, type ResponseBody } from '../../../api.ts'
import type { Exemption, StaffAccount } from '../../../apiTypes.ts'
import { brand } from '../../../brand.ts'
import { Failure } from '../../../components/feedback/Failure.tsx'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { separators } from '../../../components/forms/separators.ts'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import { type DetailRow, Details } from '../../../components/layout/Details.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { LoadMore } from '../../../components/layout/LoadMore.tsx'
import { FailedPage, LoadState } from '../../../components/layout/LoadState.tsx'
import { LongList } from '../../../components/layout/LongList.tsx'
import { PageFrame, PageSkeleton } from '../../../components/layout/Page.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Code, Email, Money, Muted, number, RelativeTime, Time } from '../../../components/layout/Values.tsx'
import { noPriceText } from '../../../components/orders/priceDetails.tsx'
import { Recipient } from '../../../components/orders/Recipient.tsx'
import { roleLabel, roles } from '../../../components/people/Invitations.tsx'
import { OrderLink, orderPath } from '../../../components/staff/StaffLinks.tsx'
import { rich, t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { useParam } from '../../../shell/frame/mode.ts'
import { usePages } from '../../../shell/frame/pages.ts'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { BilledParty } from '../../../shell/money/BilledParty.tsx'
import { ArchiveNote } from '../../../shell/orders/ArchivedOrders.tsx'
import {
  ApprovalNotice,
  isApproval,
  OpenApprovals,
  requestSentText,
  useApprovals,
} from '../../../shell/orders/approvals.tsx'
import { ReaderTracking } from '../../../shell/orders/ReaderTracking.tsx'
import { OrderStatus } from '../../../shell/orders/statusTexts.tsx'
import { Invite, OpenInvitations } from '../../../shell/people/invitations.tsx'
import { ViewAsCustomer } from '../../../shell/people/ViewAsCustomer.tsx'
import { SingleSignOn } from '../../../shell/session/SingleSignOn.tsx'
import { useMay } from '../../../shell/session/session.ts'
import { Access, SuspendedNotice } from './Access.tsx'
import { AccountBilling } from './AccountBilling.tsx'
import { AccountPriceList } from './AccountPriceList.tsx'
import { Rename } from './Rename.tsx'

const linkRow = (name: string, text: string, to: string, search: Record<string, string>): DetailRow => [
  name,
  <AppLink key={to} to={to} search={search}>
    {text}
  </AppLink>,
]

export function Page() {
  const accountId = useParam('accountId')
  const account = useQuery({
    queryKey: ['staff', 'account', accountId],
    queryFn: () => api.GET('/staff/accounts/{accountId}', { params: { path: { accountId } } }),
  })
  const { waiting, above } = useApprovals({ accountId })
  const [isChanging, setChanging] = useState(false)
  const mayChange = useMay('customers')
  const back = (
    <AppLink to="/accounts" size="sm" c="dimmed" display="inline-flex" style={{ alignItems: 'center', gap: 4 }} mb={8}>
      <ArrowLeft size={14} aria-hidden /> {t('Accounts')}
    </AppLink>
  )
  if (account.isPending) return <PageSkeleton />
  if (account.data === undefined || isGone(account.error)) {
    return <FailedPage title={t('Account')} above={back} of={account} />
  }
  const { name, holderEmail, enterprise, limits, createdAt } = account.data
  return (
    <PageFrame
      title={name}
      above={back}
      about={holderEmail}
      actions={
        <>
          <ViewAsCustomer accountId={accountId} page="/production/overview" />
          {mayChange ? <Rename account={account.data} /> : null}
          {mayChange ? (
            <Button leftSection={<Settings2 size={15} />} onClick={() => setChanging(true)}>
              {t('Edit account')}
            </Button>
          ) : null}
        </>
      }
    >
      <SuspendedNotice account={account.data} />
      <OpenApprovals requests={waiting.filter(({ customerOrderId }) => customerOrderId === null)} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" verticalSpacing={0}>
        <Section title={t('Limits')}>
          <Details
            rows={[
              [t('Production orders per 24 hours'), number(limits.production.ordersPer24Hours)],
              [
                t('Production queue'),
                t('{queued} queued, limit of {ceiling} including received orders', {
                  queued: number(limits.production.queued),
                  ceiling: number(limits.production.queueCeiling),
                }),
              ],
              [t('Sandbox orders per 24 hours'), number(limits.sandbox.ordersPer24Hours)],
            ]}
          />
        </Section>
        <Section title={t('Details')}>
          <Details
            rows={[
              [
                t('Account ID'),
                <Code key="c" label={t('Copy account ID')}>
                  {accountId}
                </Code>,
              ],
              [
                t('Prices'),
                enterprise
                  ? t('Set by the printer, billed by monthly statement')
                  : t('Set by {name}, charged daily', { name: brand.name }),
              ],
              [t(enterprise ? 'Agreed prices' : 'Price list'), <AccountPriceList key="l" account={account.data} />],
              [t('Created'), <Time key="t" at={createdAt} />],
              linkRow(t('Reports'), t('View reports'), '/reports', { accountId }),
              linkRow(t('History'), t('View audit log'), '/audit', { accountId }),
              linkRow(t('Payments'), t('View ledger'), '/money', { tab: 'ledger', account: accountId }),
              linkRow(t('Webhooks'), t('View webhooks'), '/webhooks', { accountId }),
              linkRow(t('Emails'), t('View emails'), '/mails', { accountId }),
            ]}
          />
        </Section>
      </SimpleGrid>
      <Billed accountId={accountId} />
      <Readers accountId={accountId} />
      {enterprise ? <AccountBilling account={account.data} /> : null}
      <Orders accountId={accountId} />
      <Members accountId={accountId} />
      <SingleSignOn accountId={accountId} mayChange={mayChange} />
      {mayChange ? <Access account={account.data} /> : null}
      <Certificates accountId={accountId} />
      {isChanging ? (
        <EditAccount account={account.data} needsSecond={above !== null} close={() => setChanging(false)} />
      ) : null}
    </PageFrame>
  )
}

const readerTracking = '/staff/accounts/{accountId}/reader-tracking'
const Readers = ({ accountId }: { accountId: string }) => (
  <ReaderTracking
    of={['staff', 'readerTracking', accountId]}
    read={() => api.GET(readerTracking, { params: { path: { accountId } } })}
    save={body => api.PATCH(readerTracking, { params: { path: { accountId } }, body })}
    mayChange={useMay('customers')}
  />
)

function Billed({ accountId }: { accountId: string }) {
  const at = '/staff/accounts/{accountId}/billing/details'
  const params = { path: { accountId } }
  return (
    <BilledParty
      of={['staff', 'billing', accountId, 'details']}
      read={() => api.GET(at, { params })}
      save={body => api.PATCH(at, { params, body })}
      mayChange={useMay('money')}
    />
  )
}

type ChangeProps = { account: StaffAccount; needsSecond: boolean; close: () => void }

function EditAccount({ account, needsSecond, close }: ChangeProps) {
  const { accountId, limits } = account
  const [enterprise, setEnterprise] = useState(account.enterprise)
  const [values, setValues] = useState<Record<Field, number | string>>({
    production: limits.production.ordersPer24Hours,
    ceiling: limits.production.queueCeiling,
    sandbox: limits.sandbox.ordersPer24Hours,
  })
  const willWait = needsSecond && enterprise && !account.enterprise
  const change = useAction({
    mutationFn: (reason: string) =>
      api.PATCH('/staff/accounts/{accountId}', {
        params: { path: { accountId } },
        body: {
          reason,
          ...(enterprise === account.enterprise ? {} : { enterprise }),
          // Only the changed limits: before the approval, somebody else may change the others.
          limits: {
            production: {
              ...changed('ordersPer24Hours', limits.production.ordersPer24Hours, values.production),
              ...changed('queueCeiling', limits.production.queueCeiling, values.ceiling),
            },
            sandbox: changed('ordersPer24Hours', limits.sandbox.ordersPer24Hours, values.sandbox),
          },
        },
      }),
    refetch: ['staff'],
    done: answer => (isApproval(answer) ? requestSentText : t('Account saved')),
    close,
  })
  const field = (name: Field, label: string, description?: string) => (
    <NumberInput
      label={label}
      description={description}
      min={0}
      max={maxOrders}
      // An unacceptable number is reported, not silently changed.
      clampBehavior="none"
      error={isLimit(values[name]) ? null : t('Enter a number from 0 to {max}', { max: number(maxOrders) })}
      allowDecimal={false}
      {...separators}
      hideControls
      value={values[name]}
      onChange={value => setValues(before => ({ ...before, [name]: value }))}
    />
  )
  return (
    <ReasonDialog
      title={t('Edit {name}', { name: account.name })}
      text={t('Raising a limit releases queued orders right away.')}
      confirmLabel={t(willWait ? 'Request change' : 'Save changes')}
      reasonHint={t('Recorded in the audit log. Not shown to the customer.')}
      action={change}
      isReady={Object.values(values).every(value => value !== '' && isLimit(value))}
      close={close}
    >
      {field('production', t('Production orders per 24 hours'))}
      {field('ceiling', t('Queue ceiling'), t('Maximum of received and queued orders. Orders above it are rejected.'))}
      {field('sandbox', t('Sandbox orders per 24 hours'))}
      <Switch
        label={t('Enterprise account')}
        description={t('The printer sets the prices of new orders, and the customer pays by monthly statement')}
        checked={enterprise}
        onChange={event => setEnterprise(event.currentTarget.checked)}
      />
      {willWait ? (
        <ApprovalNotice>
          {t('Another staff member has to approve this change. Until then, nothing changes, including the limits.')}
        </ApprovalNotice>
      ) : null}
    </ReasonDialog>
  )
}

type Field = 'production' | 'ceiling' | 'sandbox'

const changed = (name: 'ordersPer24Hours' | 'queueCeiling', from: number, to: number | string) =>
  Number(to) === from ? {} : { [name]: Number(to) }

const maxOrders = 100_000_000
const isLimit = (value: number | string) => Number(value) >= 0 && Number(value) <= maxOrders

const orderColumns = (accountId: string): Column<Order>[] => [
  {
    title: t('Order'),
    cell: order => <OrderLink order={{ ...order, accountId }} />,
  },
  {
    title: t('Recipient'),
    cell: ({ destination }) => <Recipient {...destination} />,
  },
  {
    title: t('Status'),
    cell: order => <OrderStatus status={order.status} mode={order.mode} payment={order.paymentInfo.status} />,
  },
  {
    title: t('Total'),
    cell: order =>
      order.pricing === undefined ? <Muted>{noPriceText(order)}</Muted> : <Money amount={order.pricing.orderTotal} />,
    right: true,
  },
  { title: t('Placed'), cell: order => <RelativeTime at={order.createdAt} /> },
]

function Orders({ accountId }: { accountId: string }) {
  const [mode, setMode] = useState<Mode>('production')
  return (
    <Section
      title={t('Orders')}
      flush
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('Mode')}
          data={[
            { value: 'production', label: t('Production') },
            { value: 'sandbox', label: t('Sandbox') },
          ]}
          value={mode}
          onChange={value => setMode(value as Mode)}
        />
      }
    >
      <ListScreen
        of={pagesOf(['staff', 'orders', accountId, mode], { limit: 10 }, query =>
          api.GET('/staff/accounts/{accountId}/{mode}/orders', { params: { path: { accountId, mode }, query } }),
        )}
        rowsOf={page => page.orders}
        label={t('Orders')}
        bare
        columns={orderColumns(accountId)}
        keyOf={order => order.customerOrderId}
        skeletonRows={3}
        note={({ archivedMonths }) => (
          <Box px="md">
            <ArchiveNote
              months={archivedMonths}
              orders={[]}
              archive={`/accounts/${encodeURIComponent(accountId)}/archive`}
              orderAt={customerOrderId => orderPath({ accountId, customerOrderId })}
            />
          </Box>
        )}
        empty={{
          icon: Package,
          title: t('No orders yet'),
          text: t(
            mode === 'sandbox' ? 'This account has no sandbox orders.' : 'This account has no production orders.',
          ),
        }}
      />
    </Section>
  )
}

type Member = ResponseBody<'/staff/accounts/{accountId}/members'>['members'][number]

const memberColumns: Column<Member>[] = [
  {
    title: t('Name'),
    cell: member => (
      <Text span fw={500} className="wrap">
        {member.name}
      </Text>
    ),
  },
  { title: t('Email'), cell: member => <Email>{member.email}</Email> },
  { title: t('Role'), cell: member => roleLabel(member.role) },
  { title: t('Two-factor'), cell: member => t(member.secondFactor ? 'On' : 'Off') },
  {
    title: t('Joined'),
    cell: ({ since, terms }) => (
      <>
        <Time at={since} />
        {terms === null ? null : (
          <Text size="xs" c="dimmed" className="wrap">
            {rich('Terms {version}, {time}', { version: terms.version, time: <Time at={terms.acceptedAt} /> })}
          </Text>
        )}
      </>
    ),
    wideOnly: true,
  },
]

function Members({ accountId }: { accountId: string }) {
  const [isOpen, { open, close }] = useDisclosure()
  const mayInvite = useMay('customers')
  const path = { accountId }
  const queryKey = ['staff', 'members', accountId]
  const at = '/staff/accounts/{accountId}/invitations'
  const members = useQuery({
    queryKey,
    queryFn: () => api.GET('/staff/accounts/{accountId}/members', { params: { path } }),
  })
  return (
    <>
      <Section
        title={t('Members')}
        flush
        actions={
          mayInvite ? (
            <Button variant="default" leftSection={<UserPlus size={15} />} onClick={open}>
              {t('Invite member')}
            </Button>
          ) : undefined
        }
      >
        <LoadState of={members} rows={2} />
        {members.data?.members.length === 0 ? (
          <Text size="sm" c="dimmed" p="md">
            {t('Nobody can sign in yet.')}
          </Text>
        ) : null}
        {members.data !== undefined && members.data.members.length > 0 ? (
          <LongList
            label={t('Members')}
            bare
            textOf={({ name, email }) => `${name} ${email}`}
            rows={members.data.members}
            columns={memberColumns}
            keyOf={member => member.userId}
          />
        ) : null}
      </Section>
      <OpenInvitations
        invitations={members.data?.invitations ?? []}
        as={{ title: t('Role'), cell: ({ role }) => roleLabel(role) }}
        refetch={queryKey}
        revoke={
          mayInvite
            ? invitationId => api.DELETE(`${at}/{invitationId}`, { params: { path: { accountId, invitationId } } })
            : null
        }
      />
      {isOpen ? (
        <Invite
          title={t('Invite member')}
          choice={{ label: t('Role'), options: roles, first: 'owner' }}
          hint={t('If an owner of the account can sign in, an owner has to confirm the request first.')}
          send={({ as, ...rest }) => api.POST(at, { params: { path }, body: { role: as, ...rest } })}
          refetch={['staff']}
          close={close}
        />
      ) : null}
    </>
  )
}

const certificateColumns: Column<Exemption>[] = [
  { title: t('State'), cell: exemption => exemption.state },
  {
    title: t('Status'),
    cell: exemption => (
      <Badge color={certificateColors[exemption.status]}>{certificateLabels[exemption.status]} </Badge>
    ),
  },
  { title: t('Uploaded'), cell: exemption => <Time at={exemption.createdAt} /> },
  { title: t('Expires'), cell: exemption => (exemption.expiresAt === null ? '–' : <Time at={exemption.expiresAt} />) },
  { title: t('Reason'), cell: exemption => <span className="wrap">{exemption.reason ?? '–'}</span>, wideOnly: true },
]
const certificateLabels = {
  submitted: t('Under review'),
  approved: t('Approved [[certificate]]'),
  refused: t('Declined'),
  expired: t('Expired'),
} as const
const certificateColors = { submitted: 'blue', approved: 'teal', refused: 'red', expired: 'gray' } as const

function Certificates({ accountId }: { accountId: string }) {
  const certificates = usePages(['staff', 'exemptions', accountId], undefined, cursor =>
    api.GET('/staff/exemptions', { params: { query: { accountId, ...cursor } } }),
  )
  if (certificates.error) return <Failure error={certificates.error} retry={() => certificates.refetch()} />
  if (certificates.data === undefined) return null
  const rows = certificates.data.pages.flatMap(page => page.exemptions)
  if (rows.length === 0) {
    return (
      <Section title={t('Tax exemption certificates')}>
        <Text size="sm" c="dimmed">
          {t('No certificates uploaded.')}
        </Text>
      </Section>
    )
  }
  return (
    <Section
      title={t('Tax exemption certificates')}
      flush
      actions={
        <Group>
          <AppLink to="/exemptions" size="sm">
            {t('Review')}
          </AppLink>
        </Group>
      }
    >
      <List
        label={t('Tax exemption certificates')}
        bare
        rows={rows}
        columns={certificateColumns}
        keyOf={exemption => exemption.exemptionId}
        below={<LoadMore of={certificates} />}
      />
    </Section>
  )
}

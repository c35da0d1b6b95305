// Requests of staff members on which a second person decides: open requests, then decided and expired requests.

import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api.ts'
import type { Approval } from '../../../apiTypes.ts'
import { showToast } from '../../../components/feedback/toast.ts'
import { useConfirm } from '../../../components/forms/Confirm.tsx'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { LoadMore } from '../../../components/layout/LoadMore.tsx'
import { LoadState } from '../../../components/layout/LoadState.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { dayText, money, number, RelativeTime, ShortTime } from '../../../components/layout/Values.tsx'
import { AccountLink, OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { rich, t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { usePages } from '../../../shell/frame/pages.ts'
import { approvalTitle, waitsForOwner } from '../../../shell/orders/approvals.tsx'
import { useMay } from '../../../shell/session/session.ts'

export function Page() {
  const pages = usePages(['staff', 'approvals'], undefined, cursor =>
    api.GET('/staff/approvals', { params: { query: cursor } }),
  )
  const rows = pages.data?.pages.flatMap(page => page.approvals) ?? []
  const above = pages.data?.pages[0]?.secondPersonAbove ?? null
  const open = rows.filter(({ status }) => status === 'open')
  const over = rows.filter(({ status }) => status !== 'open')
  return (
    <PageFrame title={t('Approvals')} about={above === null ? undefined : ruleOf(above)}>
      <LoadState of={pages} rows={3} />
      {pages.data && open.length === 0 ? (
        <EmptyState icon={UserCheck} title={t('Nothing to approve')}>
          {above === null
            ? t('Approvals are off. The administrator of the server can require them.')
            : t('Requests for approval appear here, and expire after one week or two.')}
        </EmptyState>
      ) : null}
      <Stack gap="md" mb="md">
        {open.map(approval => (
          <Open key={approval.approvalId} approval={approval} />
        ))}
      </Stack>
      {over.length > 0 ? (
        <Section title={t('Decided')} flush>
          <List label={t('Decided')} bare rows={over} columns={columns} keyOf={approval => approval.approvalId} />
        </Section>
      ) : null}
      <LoadMore of={pages} />
    </PageFrame>
  )
}

const ruleOf = (above: number): string =>
  t(
    'Refunds of more than {amount} per order, payments of more than that in 30 days, switches to an enterprise account and large discounts need a second staff member.',
    { amount: money(above) },
  )

const Subject = ({
  approval: { accountId, accountName, customerOrderId, orderTitle, publishes, offer },
}: {
  approval: Approval
}) => (
  <span className="wrap">
    {customerOrderId === null || accountId === null ? null : (
      <>
        <OrderLink order={{ accountId, customerOrderId, ...(orderTitle !== undefined && { orderTitle }) }} /> ·{' '}
      </>
    )}
    {publishes !== null ? (
      <AppLink
        to="/operator-data"
        search={{ tab: 'review', ...(publishes.version === null ? {} : { version: String(publishes.version) }) }}
      >
        {t('Review the prices')}
      </AppLink>
    ) : offer !== null ? (
      <AppLink to={`/quotes/${accountId}/production/${offer.quoteId}`}>
        {t('Quote of {account}', { account: String(accountName) })}
      </AppLink>
    ) : accountId === null || accountName === null ? (
      t('Several accounts')
    ) : (
      <AccountLink accountId={accountId} name={accountName} />
    )}
  </span>
)

function Open({ approval }: { approval: Approval }) {
  const { approvalId, customerOrderId, orderTitle, accountName, reason, askedBy, askedAt, expiresAt, isYours } =
    approval
  const queries = useQueryClient()
  const confirm = useConfirm()
  const [isDeclining, setDeclining] = useState(false)
  const mayDecide = useMay('approvals')
  const approve = useAction({
    mutationFn: () => api.POST('/staff/approvals/{approvalId}/approve', { params: { path: { approvalId } } }),
    onSuccess: () => showToast(effectOf(approval).done),
    failed: t('Not approved'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['staff'] }),
  })
  const askFirst = async () => {
    const account = accountName ?? (approval.kind === 'publish' ? t('all accounts') : t('Several accounts'))
    const subject = customerOrderId === null ? account : `${orderTitle ?? customerOrderId}, ${account}`
    const text = t('Requested by {person} for {subject}. {effect}', {
      person: askedBy,
      subject,
      effect: effectOf(approval).text,
    })
    if (await confirm({ title: `${approvalTitle(approval)}?`, text, confirmLabel: t('Approve [[request]]') }))
      approve.mutate()
  }
  const rows = rowsOf(approval)
  return (
    <Paper component="section" p="md" aria-label={approvalTitle(approval)}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} style={{ minWidth: 0, flex: '1 1 18rem' }}>
          <Text fw={500}>{approvalTitle(approval)}</Text>
          <Text size="sm">
            <Subject approval={approval} />
          </Text>
          {rows.map(row => (
            <Text key={row} size="sm">
              {row}
            </Text>
          ))}
          {reason === null ? null : (
            <Text size="sm" className="wrap">
              {t('“{text}”', { text: reason })}
            </Text>
          )}
          {waitsForOwner(approval) ? (
            <Text size="sm" className="wrap">
              {rich('An owner of the account has to confirm it. From {time} on, another staff member can approve it.', {
                time: <ShortTime at={approval.approvableAt} />,
              })}
            </Text>
          ) : null}
          <Text size="sm" c="dimmed" className="wrap">
            {isYours && !waitsForOwner(approval)
              ? rich('You requested this {time}. Another staff member has to approve it. Expires {expires}.', {
                  time: <RelativeTime at={askedAt} />,
                  expires: <ShortTime at={expiresAt} />,
                })
              : rich('{person} requested this {time}. Expires {expires}.', {
                  person: askedBy,
                  time: <RelativeTime at={askedAt} />,
                  expires: <ShortTime at={expiresAt} />,
                })}
          </Text>
        </Stack>
        <Group gap="xs" className="fillRow">
          {isYours || mayDecide ? (
            <Button variant="default" onClick={() => setDeclining(true)}>
              {isYours ? t('Withdraw') : t('Decline')}
            </Button>
          ) : null}
          {isYours || !mayDecide || waitsForOwner(approval) ? null : (
            <Button loading={approve.isPending} onClick={askFirst}>
              {t('Approve [[request]]')}
            </Button>
          )}
        </Group>
      </Group>
      {isDeclining ? <Decline approval={approval} close={() => setDeclining(false)} /> : null}
    </Paper>
  )
}

/** The effect of an approval, in the question and after it. */
const effects: Record<Approval['kind'], { text: string; done: string }> = {
  refund: {
    text: t('The refund goes to the card, and the account holder is notified. This cannot be undone.'),
    done: t('Approved: the refund goes to the card, and the account holder is notified'),
  },
  abandon: {
    text: t('The order is canceled and its payment is refunded. This cannot be undone.'),
    done: t('Approved: the order is canceled and its payment is refunded'),
  },
  enterprise: {
    text: t('The printer sets the prices of new orders and bills the customer.'),
    done: t('Approved: the account is now an enterprise account'),
  },
  payment: {
    text: t('The balance of the account falls by this amount. Compare it with the statement of the bank first.'),
    done: t('Approved: the payment is recorded'),
  },
  billing_terms: {
    text: t('The terms count for statements that are made from now on, and the credit limit at once.'),
    done: t('Approved: the terms are changed'),
  },
  price_list: {
    text: t('New orders of the account get the prices of the list.'),
    done: t('Approved: the account is on the price list'),
  },
  publish: {
    text: t('New orders get the prices. Accepted orders keep their terms.'),
    done: t('Approved: the prices are published'),
  },
  quote_offer: {
    text: t('The customer gets the offer by email, and can accept it.'),
    done: t('Approved: the price is offered'),
  },
  invitation: {
    text: t('No owner of the account has answered. The person gets an invitation by email.'),
    done: t('Approved: the person is invited'),
  },
  single_sign_on: {
    text: t('No owner of the account has answered. Members can sign in through this provider.'),
    done: t('Approved: the single sign-on is saved'),
  },
  domain: {
    text: t('No owner of the account has answered. People of the domain are led to the provider of the account.'),
    done: t('Approved: the domain is confirmed'),
  },
}

const recordedEffects = {
  credit: {
    text: t('The credit pays its statement, and the customer gets a credit note.'),
    done: t('Approved: the credit is recorded'),
  },
  charge: {
    text: t('The amount is charged on the next statement.'),
    done: t('Approved: the charge is recorded'),
  },
  removed_charge: {
    text: t('The charge is credited on the next statement.'),
    done: t('Approved: the charge is removed'),
  },
  waived_fee: {
    text: t('The late fees are credited on the next statement.'),
    done: t('Approved: the late fees are taken back'),
  },
}

function effectOf({ kind, payments: [payment] }: Approval) {
  return payment === undefined || payment.kind === 'payment' ? effects[kind] : recordedEffects[payment.kind]
}

const limitTexts = {
  production: {
    ordersPer24Hours: (count: string) => t('Production orders per 24 hours: {count}', { count }),
    queueCeiling: (count: string) => t('Production queue ceiling: {count}', { count }),
  },
  sandbox: {
    ordersPer24Hours: (count: string) => t('Sandbox orders per 24 hours: {count}', { count }),
    queueCeiling: (count: string) => t('Sandbox queue ceiling: {count}', { count }),
  },
}

/** Details that the title lacks: the items of a refund, the limits of an account, the payments. */
function rowsOf({
  items,
  limits,
  payments,
  paymentCount,
  agreedPrices,
  offer,
  billingTerms,
  ...rest
}: Approval): string[] {
  const refunded = items.map(({ index, quantity, amount }) => {
    const item = number(index + 1)
    if (amount !== null) return t('{amount} of item {item}', { amount: money(amount), item })
    return quantity === null
      ? t('Full remaining amount of item {item}', { item })
      : t('{quantity, plural, one {# copy} other {# copies}} of item {item}', { quantity, item })
  })
  const changed = (['production', 'sandbox'] as const).flatMap(mode => {
    const { ordersPer24Hours, queueCeiling } = limits[mode] ?? {}
    return [
      ...(ordersPer24Hours === undefined ? [] : [limitTexts[mode].ordersPer24Hours(number(ordersPer24Hours))]),
      ...(queueCeiling === undefined ? [] : [limitTexts[mode].queueCeiling(number(queueCeiling))]),
    ]
  })
  const received = payments.map(payment =>
    payment.kind === 'credit'
      ? creditText(payment)
      : payment.kind === 'charge' || payment.kind === 'removed_charge'
        ? chargeText(payment)
        : payment.kind === 'waived_fee'
          ? t('For statement {statement} of account {account}: {reason}', {
              statement: payment.statement ?? '',
              account: payment.accountId,
              reason: payment.note ?? '',
            })
          : t('{amount} of account {account}, received {day}, bank reference {reference}', {
              amount: money(payment.amount),
              account: payment.accountId,
              day: dayText(payment.receivedOn),
              reference: payment.reference,
            }),
  )
  const left = paymentCount - payments.length
  const more =
    left === 0 ? [] : [t('and {count, plural, one {# smaller payment} other {# smaller payments}}', { count: left })]
  return [
    ...refunded,
    ...changed,
    ...received,
    ...more,
    ...(billingTerms === null ? [] : termsTexts(billingTerms, rest.billingTermsBefore!)),
    ...(offer === null
      ? []
      : [
          t('Books with handling {items}, shipping {shipping}', {
            items: money(offer.itemsTotal),
            shipping: money(offer.shippingTotal),
          }),
        ]),
    ...(agreedPrices === null ? [] : [agreementText(agreedPrices)]),
  ]
}

const agreementText = (isAgreed: boolean): string =>
  isAgreed
    ? t('The prices of the list become agreed prices: they count where the printer names no price.')
    : t('The prices of the list are not agreed: the printer names each price.')

function Decline({ approval, close }: { approval: Approval; close: () => void }) {
  const { approvalId, isYours, askedBy } = approval
  const decline = useAction({
    mutationFn: (reason: string) =>
      api.POST('/staff/approvals/{approvalId}/decline', { params: { path: { approvalId } }, body: { reason } }),
    refetch: ['staff'],
    done: () => (isYours ? t('Request withdrawn') : t('Request declined')),
    close,
  })
  const request = approvalTitle(approval)
  return (
    <ReasonDialog
      title={isYours ? t('Withdraw: {request}', { request }) : t('Decline: {request}', { request })}
      text={
        isYours
          ? t('Nothing will be changed.')
          : t('Nothing will be changed. {person} can send a new request.', { person: askedBy })
      }
      confirmLabel={isYours ? t('Withdraw') : t('Decline')}
      reasonHint={t('Visible to staff and recorded in the audit log. Not shown to the customer.')}
      action={decline}
      close={close}
    />
  )
}

const looks: Record<Approval['status'], { label: string; color: string }> = {
  open: { label: t('Open [[state]]'), color: 'blue' },
  approved: { label: t('Approved [[request]]'), color: 'teal' },
  declined: { label: t('Declined'), color: 'red' },
  expired: { label: t('Expired'), color: 'gray' },
}

const columns: Column<Approval>[] = [
  {
    title: t('Request [[for approval]]'),
    cell: approval => (
      <Text span fw={500}>
        {approvalTitle(approval)}
      </Text>
    ),
  },
  {
    title: t('Subject'),
    cell: approval => <Subject approval={approval} />,
  },
  {
    title: t('Requested by'),
    cell: approval => (
      <span className="wrap">
        {approval.askedBy}, <RelativeTime at={approval.askedAt} />
      </span>
    ),
  },
  {
    title: t('Reason'),
    cell: approval => <span className="wrap">{approval.reason ?? '–'}</span>,
    wideOnly: true,
  },
  {
    title: t('Decision'),
    cell: approval => (
      <div>
        <Badge color={looks[approval.status].color}>{looks[approval.status].label} </Badge>
        {approval.status === 'expired' ? null : (
          <Text size="sm" className="wrap">
            {approval.decidedBy}
            {approval.decisionReason === null ? null : `: ${approval.decisionReason}`}
          </Text>
        )}
      </div>
    ),
  },
]

type Terms = NonNullable<Approval['billingTerms']>

const termNames: Record<keyof Terms, string> = {
  termsDays: t('Days to pay'),
  termsFrom: t('Counted from'),
  purchaseOrderNumber: t('Purchase order number'),
  purchaseOrderRequired: t('Purchase order number required'),
  creditLimit: t('Credit limit'),
  discountPercent: t('Discount in percent'),
  discountDays: t('Days for the discount'),
  lateFeePercent: t('Late fee in percent a month'),
  lateFeeAmount: t('Late fee a month'),
}

const termsTexts = (terms: Terms, before: Terms): string[] =>
  (Object.keys(termNames) as (keyof Terms)[]).flatMap(term =>
    terms[term] === undefined
      ? []
      : [
          t('{term} from {before} to {after}', {
            term: termNames[term],
            before: termText(term, before),
            after: termText(term, terms),
          }),
        ],
  )

function termText(term: keyof Terms, terms: Terms): string {
  const value = terms[term]
  if (value == null) return term === 'creditLimit' ? t('No limit') : '–'
  if (term === 'termsFrom')
    return value === 'statement' ? t('The day of the statement') : t('The end of the month of the statement')
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'string') return value
  return term === 'creditLimit' || term === 'lateFeeAmount' ? money(value) : number(value)
}

const chargeText = ({ amount, accountId, reference, note }: Approval['payments'][number]): string =>
  t('A charge of {amount} to account {account}, number {reference}: {reason}', {
    amount: money(amount),
    account: accountId,
    reference,
    reason: note ?? '',
  })

const creditText = ({ amount, accountId, statement, note }: Approval['payments'][number]): string =>
  t('A credit of {amount} for statement {statement} of account {account}: {reason}', {
    amount: money(amount),
    statement: statement ?? '',
    account: accountId,
    reason: note ?? '',
  })

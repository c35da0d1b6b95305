// A quote for the staff: the wanted order beside its list price, and the answer.

import { Button, Group, NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api.ts'
import type { QuoteOfAccount } from '../../../apiTypes.ts'
import { Failure } from '../../../components/feedback/Failure.tsx'
import { Warnings } from '../../../components/feedback/Problems.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { dollars, separators } from '../../../components/forms/separators.ts'
import { BackLink } from '../../../components/layout/BackLink.tsx'
import { Details } from '../../../components/layout/Details.tsx'
import { FailedPage } from '../../../components/layout/LoadState.tsx'
import { PageFrame, PageSkeleton } from '../../../components/layout/Page.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import classes from '../../../components/orders/Order.module.css'
import { priceDetails } from '../../../components/orders/priceDetails.tsx'
import { QuotedOrder, QuoteOffer, QuoteStatus, quoteName } from '../../../components/orders/QuoteParts.tsx'
import { AccountLink, OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { useParam } from '../../../shell/frame/mode.ts'
import {
  ApprovalHint,
  isApproval,
  OpenApprovals,
  requestSentText,
  useApprovals,
} from '../../../shell/orders/approvals.tsx'
import { useMay } from '../../../shell/session/session.ts'

export function Page() {
  const path = {
    accountId: useParam('accountId'),
    mode: useParam('mode') as QuoteOfAccount['mode'],
    quoteId: useParam('quoteId'),
  }
  const found = useQuery({
    queryKey: ['staff', 'quotes', path],
    queryFn: () => api.GET('/staff/accounts/{accountId}/{mode}/quotes/{quoteId}', { params: { path } }),
  })
  const { waiting } = useApprovals({ accountId: path.accountId })
  const mayAnswer = useMay('catalog')
  const back = <BackLink to="/quotes">{t('Quotes')}</BackLink>
  if (found.isPending) return <PageSkeleton />
  if (found.data === undefined) return <FailedPage title={t('Quote')} above={back} of={found} />
  const quote = found.data
  const { accountId, accountName, status, customerOrderId } = quote
  return (
    <PageFrame
      title={quoteName(quote)}
      inTab={t('Quote')}
      above={back}
      about={
        <Group gap="0.125rem 1rem" align="baseline" className="dotSeparated">
          <QuoteStatus quote={quote} />
          <AccountLink accountId={accountId} name={accountName} />
          {status === 'accepted' ? <OrderLink order={{ ...quote, customerOrderId: customerOrderId! }} /> : null}
        </Group>
      }
      actions={mayAnswer && quote.endedAt === null ? <Decline quote={quote} /> : undefined}
    >
      <OpenApprovals requests={waiting.filter(({ offer }) => offer?.quoteId === path.quoteId)} />
      <Warnings order={quote} />
      <div className={classes.columns}>
        <div>
          <QuotedOrder quote={quote} />
        </div>
        <div>
          <Section title={t('List price')}>
            <Details amounts rows={priceDetails(quote.listed)} />
          </Section>
          {quote.offer === null ? null : <QuoteOffer offer={quote.offer} />}
          {quote.reason === null ? null : (
            <Section title={t('Reason')}>
              <Text className="wrap">{quote.reason}</Text>
            </Section>
          )}
          {mayAnswer && status === 'requested' ? <Answer quote={quote} /> : null}
        </div>
      </div>
    </PageFrame>
  )
}

type Amount = number | string

function Answer({ quote: { accountId, mode, quoteId, listed } }: { quote: QuoteOfAccount }) {
  const [itemsTotal, setItems] = useState<Amount>(listed.itemsTotal)
  const [shippingTotal, setShipping] = useState<Amount>(listed.shippingTotal ?? 0)
  const [days, setDays] = useState<Amount>('')
  const [validUntil, setValidUntil] = useState('')
  const offer = useAction({
    mutationFn: () =>
      api.POST('/staff/accounts/{accountId}/{mode}/quotes/{quoteId}/offer', {
        params: { path: { accountId, mode, quoteId } },
        body: {
          ...{ itemsTotal: Number(itemsTotal), shippingTotal: Number(shippingTotal) },
          ...{ manufacturingDays: Number(days), validUntil },
        },
      }),
    refetch: ['staff'],
    done: answer => (isApproval(answer) ? requestSentText : t('Offered. The customer was notified by email.')),
  })
  const amount = {
    ...dollars,
    ...separators,
    decimalScale: 2,
    fixedDecimalScale: true,
    min: 0,
    required: true,
    hideControls: true,
  }
  return (
    <Section title={t('Your answer')}>
      <Form submit={() => offer.mutate()}>
        {offer.error ? <Failure error={offer.error} /> : null}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mb="md" style={{ alignItems: 'end' }}>
          <NumberInput label={t('Books with handling')} value={itemsTotal} onChange={setItems} {...amount} />
          <NumberInput label={t('Shipping')} value={shippingTotal} onChange={setShipping} {...amount} />
          <NumberInput
            label={t('Business days to make the books')}
            value={days}
            onChange={setDays}
            {...{ min: 0, max: 250, required: true, allowDecimal: false, hideControls: true }}
          />
          <TextInput
            type="date"
            label={t('Offer valid until')}
            required
            value={validUntil}
            onChange={event => setValidUntil(event.currentTarget.value)}
          />
        </SimpleGrid>
        <Text size="sm" c="dimmed" mb="md">
          {t('Taxes are added. The customer gets an email. An offer cannot be changed, only declined.')}
        </Text>
        <ApprovalHint of="prices" />
        <Button type="submit" fullWidth mt="md" loading={offer.isPending}>
          {t('Offer this price')}
        </Button>
      </Form>
    </Section>
  )
}

function Decline({ quote: { accountId, mode, quoteId } }: { quote: QuoteOfAccount }) {
  const [isOpen, setOpen] = useState(false)
  const decline = useAction({
    mutationFn: (reason: string) =>
      api.POST('/staff/accounts/{accountId}/{mode}/quotes/{quoteId}/decline', {
        params: { path: { accountId, mode, quoteId } },
        body: { reason },
      }),
    refetch: ['staff'],
    done: t('Declined. The customer was notified by email.'),
    close: () => setOpen(false),
  })
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Decline quote')}
      </Button>
      {isOpen ? (
        <ReasonDialog
          title={t('Decline this quote?')}
          text={t('The customer cannot accept it afterwards, and can ask for another quote.')}
          confirmLabel={t('Decline')}
          reasonHint={t('The customer reads it.')}
          danger
          action={decline}
          close={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

// A quote: the wanted order, the answer, and its acceptance.

import { Alert, Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Mode } from '../../api.ts'
import type { Quote } from '../../apiTypes.ts'
import { Failure } from '../../components/feedback/Failure.tsx'
import { Warnings } from '../../components/feedback/Problems.tsx'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { LinkButton } from '../../components/layout/AppLink.tsx'
import { BackLink } from '../../components/layout/BackLink.tsx'
import { FailedPage } from '../../components/layout/LoadState.tsx'
import { PageFrame, PageSkeleton } from '../../components/layout/Page.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { money } from '../../components/layout/Values.tsx'
import classes from '../../components/orders/Order.module.css'
import { QuotedOrder, QuoteOffer, QuoteStatus, quoteName } from '../../components/orders/QuoteParts.tsx'
import { RecentDeliveries } from '../../components/orders/RecentDeliveries.tsx'
import { t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { useMode, useParam } from '../../shell/frame/mode.ts'
import { useMay } from '../../shell/session/session.ts'
import { type QuoteFileList, QuoteFiles } from './QuoteFiles.tsx'

export function Page() {
  const mode = useMode()
  const quoteId = useParam('quoteId')
  const quote = useQuery({
    queryKey: [mode, 'quotes', quoteId],
    queryFn: () => api.GET('/dashboard/api/{mode}/quotes/{quoteId}', { params: { path: { mode, quoteId } } }),
  })
  const back = <BackLink to={`/${mode}/quotes`}>{t('Quotes')}</BackLink>
  const mayOrder = useMay('orders')
  if (quote.isPending) return <PageSkeleton />
  if (quote.data === undefined) return <FailedPage title={t('Quote')} above={back} of={quote} />
  return (
    <PageFrame title={quoteName(quote.data)} inTab={t('Quote')} above={back} about={<QuoteStatus quote={quote.data} />}>
      {quote.data.reason === null ? null : (
        <Alert mb="md" color="red" title={t('We cannot offer this quote')}>
          {quote.data.reason}
        </Alert>
      )}
      <Warnings order={quote.data} />
      <div className={classes.columns}>
        <div>
          <QuotedOrder
            quote={quote.data}
            deliveries={quote.data.endedAt === null ? <Deliveries quote={quote.data} /> : null}
          />
        </div>
        <div>
          {quote.data.offer === null ? null : <QuoteOffer offer={quote.data.offer} />}
          {mayOrder ? <Actions mode={mode} quote={quote.data} /> : null}
        </div>
      </div>
    </PageFrame>
  )
}

function Deliveries({ quote: { quoteId, destination, orderItems, shippingClassification } }: { quote: Quote }) {
  const estimate = useQuery({
    queryKey: ['estimate', quoteId],
    queryFn: () => api.POST('/dashboard/api/estimate', { body: { destination, orderItems } }),
    retry: false,
  })
  const option = estimate.data?.options.find(one => one.shippingClassification === shippingClassification)
  return <RecentDeliveries of={option?.recentDeliveries ?? null} />
}

function Actions({ mode, quote }: { mode: Mode; quote: Quote }) {
  const { quoteId, status, offer, customerOrderId } = quote
  const navigate = useNavigate()
  const queries = useQueryClient()
  const confirm = useConfirm()
  const params = { path: { mode, quoteId } }
  const orderPath = (id: string) => `/${mode}/orders/${encodeURIComponent(id)}`
  const [orderId, setOrderId] = useState(customerOrderId ?? '')
  const [files, setFiles] = useState<QuoteFileList>([])
  const accept = useAction({
    mutationFn: () => {
      const sent = files.filter(({ coverUrl, gutsUrl }) => coverUrl !== undefined || gutsUrl !== undefined)
      const body = { ...(orderId === '' ? {} : { customerOrderId: orderId }), files: sent }
      return api.POST('/dashboard/api/{mode}/quotes/{quoteId}/accept', { params, body })
    },
    async onSuccess(order) {
      await queries.invalidateQueries({ queryKey: [mode] })
      void navigate({ to: orderPath(order.customerOrderId) })
    },
  })
  const withdraw = useAction({
    mutationFn: () => api.POST('/dashboard/api/{mode}/quotes/{quoteId}/withdraw', { params }),
    refetch: [mode, 'quotes'],
    done: t('Withdrawn'),
    failed: t('The quote was not withdrawn'),
  })
  const askFirst = async () => {
    const text = t('You cannot accept it afterwards. You can ask for another quote.')
    if (await confirm({ title: t('Withdraw this quote?'), text, confirmLabel: t('Withdraw'), danger: true }))
      withdraw.mutate()
  }
  if (status === 'accepted' && customerOrderId !== null)
    return <LinkButton to={orderPath(customerOrderId)}>{t('View order')}</LinkButton>
  if (status !== 'requested' && status !== 'offered') return null
  return (
    <>
      {offer === null ? null : (
        <Section title={t('Accept the offer')}>
          {accept.error ? <Failure error={accept.error} /> : null}
          <TextInput
            mb="sm"
            label={t('Order ID')}
            placeholder={t('Generated automatically')}
            maxLength={40}
            value={orderId}
            onChange={event => setOrderId(event.currentTarget.value)}
          />
          <QuoteFiles quote={quote} files={files} setFiles={setFiles} />
          <Button fullWidth size="md" onClick={() => accept.mutate()} loading={accept.isPending}>
            {t('Accept and place order · {total}', { total: money(offer.pricing.orderTotal ?? 0) })}
          </Button>
        </Section>
      )}
      <Button fullWidth variant="default" onClick={() => void askFirst()} loading={withdraw.isPending}>
        {t('Withdraw quote')}
      </Button>
    </>
  )
}

// Placing an order by hand: what, where to, how fast, and its price, updated while typing.

import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { ApiProblem, api, type Order } from '../../api.ts'
import { Failure } from '../../components/feedback/Failure.tsx'
import { NoPermission } from '../../components/feedback/NoPermission.tsx'
import { Errors } from '../../components/feedback/Problems.tsx'
import { LinkButton } from '../../components/layout/AppLink.tsx'
import { EmptyState } from '../../components/layout/EmptyState.tsx'
import { PageFrame, RowsSkeleton } from '../../components/layout/Page.tsx'
import { t } from '../../language.ts'
import { useFilters, useMode } from '../../shell/frame/mode.ts'
import { productsWith } from '../../shell/orders/products.ts'
import { useMay } from '../../shell/session/session.ts'
import { draftOf, emptyDraft, emptyItem } from './draft.ts'
import { PlaceForm } from './PlaceForm.tsx'

export function Page() {
  return useMay('orders') ? (
    <Place />
  ) : (
    <PageFrame title={t('Place order')}>
      <NoPermission title={t('Your role doesn’t allow you to place orders')} />
    </PageFrame>
  )
}

function Place() {
  const mode = useMode()
  const [{ from }] = useFilters()
  const [times, setTimes] = useState(1)
  const name = `place ${mode} ${from ?? ''}`
  const products = useQuery(productsWith(''))
  const model = useQuery({
    queryKey: [mode, 'order', from],
    queryFn: () =>
      api.GET('/dashboard/api/{mode}/orders/{customerOrderId}', {
        params: { path: { mode, customerOrderId: from ?? '' } },
      }),
    enabled: from !== undefined,
  })
  const error = products.error ?? model.error
  const isMissing = model.error instanceof ApiProblem && model.error.status === 404
  const isReady = products.data !== undefined && (from === undefined || model.data !== undefined)
  return (
    <PageFrame
      title={titleOf(from, model.data?.order)}
      about={
        mode === 'sandbox'
          ? t('This is a sandbox order. Nothing is printed or charged.')
          : t('This is a production order. It will be printed and charged.')
      }
    >
      {isMissing ? (
        <EmptyState
          icon={SearchX}
          title={t('No {mode, select, sandbox {sandbox} other {production}} order {id}', { mode, id: from! })}
          action={<LinkButton to={`/${mode}/place`}>{t('Place a new order')}</LinkButton>}
        >
          {t('Check the address, or switch modes.')}
        </EmptyState>
      ) : null}
      {error && !isMissing ? <Failure error={error} /> : null}
      {!isReady && !error ? <RowsSkeleton /> : null}
      {model.data?.order.status === 'FAILED' ? <Errors order={model.data.order} /> : null}
      {isReady ? (
        <PlaceForm
          key={`${times} ${name}`}
          name={name}
          startOver={() => setTimes(times + 1)}
          mode={mode}
          initial={
            model.data
              ? draftOf(model.data.order)
              : { ...emptyDraft, items: [{ ...emptyItem, sku: products.data[0]?.sku ?? '' }] }
          }
          suggested={model.data ? '' : (products.data[0]?.sku ?? '')}
          previousErrors={model.data?.order.status === 'FAILED' ? model.data.order.errors : []}
        />
      ) : null}
    </PageFrame>
  )
}

function titleOf(from: string | undefined, model: Order | undefined): string {
  if (from === undefined) return t('Place order')
  return model?.status === 'FAILED' ? t('Fix and reorder {id}', { id: from }) : t('Duplicate {id}', { id: from })
}

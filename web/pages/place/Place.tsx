// Placing an order by hand: what, where to, how fast, and its price, updated while typing.

import { useQuery } from '@tanstack/react-query'
import { BookOpen, SearchX } from 'lucide-react'
import { useState } from 'react'
import { ApiProblem, api, ask, type Order } from '../../api.ts'
import { Empty } from '../../components/Empty.tsx'
import { Failure } from '../../components/Failure.tsx'
import { GoButton } from '../../components/GoTo.tsx'
import { NotYours } from '../../components/NotYours.tsx'
import { PageFrame, RowsSkeleton } from '../../components/Page.tsx'
import { Errors } from '../../components/Problems.tsx'
import { useFilters, useMode } from '../../shell/mode.ts'
import { orderableProducts } from '../../shell/products.ts'
import { useMay } from '../../shell/session.ts'
import { draftOf, empty, emptyItem } from './draft.ts'
import { PlaceForm } from './PlaceForm.tsx'

export function Page() {
  return useMay('orders') ? (
    <Place />
  ) : (
    <PageFrame title="Place an order">
      <NotYours title="Your role cannot place orders" />
    </PageFrame>
  )
}

function Place() {
  const mode = useMode()
  const [{ from }] = useFilters()
  const [times, setTimes] = useState(1)
  const name = `place ${mode} ${from ?? ''}`
  const products = useQuery(orderableProducts)
  const model = useQuery({
    queryKey: [mode, 'order', from],
    queryFn: () =>
      ask(
        api.GET('/dashboard/api/{mode}/orders/{customerOrderId}', {
          params: { path: { mode, customerOrderId: from ?? '' } },
        }),
      ),
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
          ? 'A sandbox order: nothing is printed or charged.'
          : 'A real order: it is charged and printed.'
      }
    >
      {isMissing ? (
        <Empty
          icon={SearchX}
          title={`There is no order ${from} in ${mode}`}
          action={<GoButton to={`/${mode}/place`}>Start with an empty form</GoButton>}
        >
          The address may be mistyped, or the order belongs to the other mode.
        </Empty>
      ) : null}
      {error && !isMissing ? <Failure error={error} /> : null}
      {!isReady && !error ? <RowsSkeleton /> : null}
      {isReady && products.data.length === 0 ? (
        <Empty
          icon={BookOpen}
          title="There are no products yet"
          action={<GoButton to={`/${mode}/products/new`}>Create a product</GoButton>}
        >
          Orders name products by SKU, so create a product before your first order.
        </Empty>
      ) : null}
      {model.data?.order.status === 'FAILED' ? <Errors order={model.data.order} /> : null}
      {isReady && products.data.length > 0 ? (
        <PlaceForm
          key={`${times} ${name}`}
          name={name}
          beginAgain={() => setTimes(times + 1)}
          mode={mode}
          products={products.data}
          initial={
            model.data ? draftOf(model.data.order) : { ...empty, items: [{ ...emptyItem, sku: products.data[0]!.sku }] }
          }
          wrong={model.data?.order.status === 'FAILED' ? model.data.order.errors : []}
        />
      ) : null}
    </PageFrame>
  )
}

function titleOf(from: string | undefined, model: Order | undefined): string {
  if (from === undefined) return 'Place an order'
  return model?.status === 'FAILED' ? `Fix and reorder ${from}` : `Duplicate of ${from}`
}

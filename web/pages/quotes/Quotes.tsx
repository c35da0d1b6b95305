// The quotes that the account has asked for.

import { api } from '../../api.ts'
import { LinkButton } from '../../components/layout/AppLink.tsx'
import { PageFrame } from '../../components/layout/Page.tsx'
import { money } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { useMode } from '../../shell/frame/mode.ts'
import { QuoteList } from '../../shell/orders/QuoteList.tsx'
import { useMay } from '../../shell/session/session.ts'

export function Page() {
  const mode = useMode()
  const mayAsk = useMay('orders')
  const ask = mayAsk ? <LinkButton to={`/${mode}/place`}>{t('Ask for a quote')}</LinkButton> : undefined
  return (
    <PageFrame
      title={t('Quotes')}
      about={t('What large orders cost. An order from a quote keeps its price and its days.')}
      actions={ask}
    >
      <QuoteList
        list={[mode, 'quotes']}
        read={query => api.GET('/dashboard/api/{mode}/quotes', { params: { path: { mode }, query } })}
        pathOf={({ quoteId }) => `/${mode}/quotes/${quoteId}`}
        price={{
          title: t('Total'),
          cell: ({ orderTotal }) => (orderTotal === null ? '–' : money(orderTotal)),
          right: true,
        }}
        empty={t('Fill in an order, and ask for a quote in place of placing it.')}
        action={ask}
      />
    </PageFrame>
  )
}

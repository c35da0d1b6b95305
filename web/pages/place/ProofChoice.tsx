// Whether the order waits for a proof. The settings of the account and of its products can require one already.

import { Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQueries, useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { FoldedSection } from '../../components/layout/Fold.tsx'
import { t } from '../../language.ts'
import { productOf } from '../../shell/orders/products.ts'
import type { Draft } from './draft.ts'

export function ProofChoice({ form }: { form: UseFormReturnType<Draft> }) {
  const account = useQuery({ queryKey: ['account'], queryFn: () => api.GET('/dashboard/api/account') })
  const skus = new Set(form.values.items.map(({ sku }) => sku).filter(sku => sku !== ''))
  const products = useQueries({ queries: [...skus].map(productOf) })
  const product = products.find(({ data }) => data?.proofRequired)?.data
  const rule = account.data?.proofRequired
    ? t('Your account requires this for every order.')
    : product && t('Product {sku} requires this for every order.', { sku: product.sku })
  const input = form.getInputProps('proofRequired', { type: 'checkbox' })
  return (
    <FoldedSection title={t('Proof')} isUsed={rule !== undefined || form.values.proofRequired}>
      <Checkbox
        label={t('Require proof approval')}
        description={rule ?? t('The order is not charged or printed until its proof is approved.')}
        {...input}
        {...(rule === undefined ? {} : { checked: true, disabled: true })}
      />
    </FoldedSection>
  )
}

// Whether all orders of the account wait until their proofs are approved.

import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { useMay } from '../../shell/session/session.ts'

const queryKey = ['account']

export function ProofSetting() {
  const mayChange = useMay('orders')
  const account = useQuery({ queryKey, queryFn: () => api.GET('/dashboard/api/account') })
  const change = useAction({
    mutationFn: (proofRequired: boolean) => api.PATCH('/dashboard/api/account', { body: { proofRequired } }),
    refetch: queryKey,
    done: ({ proofRequired }) =>
      proofRequired ? t('New orders will wait for proof approval') : t('New orders won’t wait for proof approval'),
  })
  return (
    <Section
      title={t('Proofs')}
      about={t(
        'Every new order, in the sandbox and in production, waits until its proof is approved. You can also turn this on for a single product.',
      )}
    >
      <FormError error={change.error} mb="md" />
      <Switch
        size="md"
        label={t('Require proof approval')}
        checked={account.data?.proofRequired === true}
        disabled={!mayChange || account.data === undefined || change.isPending}
        onChange={event => change.mutate(event.currentTarget.checked)}
      />
    </Section>
  )
}

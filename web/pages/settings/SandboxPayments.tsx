// Whether sandbox orders are paid without anybody simulating the payment.

import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { useMay } from '../../shell/session/session.ts'

const queryKey = ['account']

export function SandboxPayments() {
  const mayChange = useMay('orders')
  const account = useQuery({ queryKey, queryFn: () => api.GET('/dashboard/api/account') })
  const change = useAction({
    mutationFn: (sandboxPayments: 'manual' | 'automatic') =>
      api.PATCH('/dashboard/api/account', { body: { sandboxPayments } }),
    refetch: queryKey,
    done: ({ sandboxPayments }) =>
      sandboxPayments === 'automatic'
        ? t('New sandbox orders will be paid automatically')
        : t('New sandbox orders will wait for a simulated payment'),
  })
  return (
    <Section
      title={t('Sandbox payments')}
      about={t(
        'Nothing is charged in the sandbox. Simulate each payment yourself, or have orders paid automatically once their files are checked.',
      )}
    >
      <FormError error={change.error} mb="md" />
      <Switch
        size="md"
        label={t('Pay sandbox orders automatically')}
        checked={account.data?.sandboxPayments === 'automatic'}
        disabled={!mayChange || account.data === undefined || change.isPending}
        onChange={event => change.mutate(event.currentTarget.checked ? 'automatic' : 'manual')}
      />
    </Section>
  )
}

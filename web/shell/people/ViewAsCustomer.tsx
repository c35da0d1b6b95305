// Opens the dashboard as the people of an account see it, for a person of the staff.

import { Button } from '@mantine/core'
import { Eye } from 'lucide-react'
import { api } from '../../api.ts'
import { t } from '../../language.ts'
import { useAction } from '../frame/action.ts'
import { useMay } from '../session/session.ts'

/** `page` is a page of the dashboard. */
export function ViewAsCustomer({ accountId, page }: { accountId: string; page: string }) {
  const mayView = useMay('customers')
  const view = useAction({
    mutationFn: () => api.POST('/staff/accounts/{accountId}/view', { params: { path: { accountId } } }),
    onSuccess: () => location.assign(`/dashboard${page}`),
    failed: t('The view was not opened'),
  })
  return mayView ? (
    <Button variant="default" leftSection={<Eye size={15} />} loading={view.isPending} onClick={() => view.mutate()}>
      {t('View as customer')}
    </Button>
  ) : null
}

// Why printers were not saved. Where somebody else has changed them meanwhile, they can be read again.

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../../../api.ts'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { t } from '../../../language.ts'

export function SaveError({ error, reloaded }: { error: unknown; reloaded: () => void }) {
  const queries = useQueryClient()
  const reload = async () => {
    await queries.invalidateQueries({ queryKey: ['staff'] })
    reloaded()
  }
  return (
    <>
      <FormError error={error} mb="md" />
      {error instanceof ApiProblem && error.code === 'printers_changed' ? (
        <Button size="xs" variant="default" mb="md" onClick={reload}>
          {t('Reload printers')}
        </Button>
      ) : null}
    </>
  )
}

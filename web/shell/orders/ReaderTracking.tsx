// Whether the readers of an account can follow their orders, for its members and for the staff.

import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ResponseBody } from '../../api.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { t } from '../../language.ts'
import { useAction } from '../frame/action.ts'

type Setting = ResponseBody<'/dashboard/api/account/reader-tracking'>

const choices: { value: Setting['readerTracking']; label: string }[] = [
  { value: 'off', label: t('Off') },
  { value: 'page', label: t('A page, whose address is in the order') },
  { value: 'page_and_email', label: t('A page, and an email to the reader when the order ships') },
]

type Props = {
  /** The key of the query. */
  of: readonly string[]
  read: () => Promise<Setting>
  save: (setting: Setting) => Promise<Setting>
  mayChange: boolean
}

export function ReaderTracking({ of, read, save, mayChange }: Props) {
  const setting = useQuery({ queryKey: of, queryFn: read })
  const change = useAction({ mutationFn: save, refetch: of, done: t('Tracking for readers changed') })
  return (
    <Section
      title={t('Tracking for readers')}
      about={t(
        'A page under your name and logo on which readers follow their orders, without a sign-in. It shows no address. It applies to orders that go to a printer from now on.',
      )}
    >
      <FormError error={change.error} mb="md" />
      <Select
        size="md"
        maw="32rem"
        aria-label={t('Tracking for readers')}
        data={choices}
        allowDeselect={false}
        value={setting.data?.readerTracking ?? null}
        disabled={!mayChange || setting.data === undefined || change.isPending}
        onChange={readerTracking => readerTracking && change.mutate({ readerTracking })}
      />
    </Section>
  )
}

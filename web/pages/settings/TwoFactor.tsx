// The second factor of the signed-in person: set up, new recovery codes, removed.

import { Badge, Button, Group, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../api.ts'
import { showToast } from '../../components/feedback/toast.ts'
import { RowsSkeleton } from '../../components/layout/Page.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { t } from '../../language.ts'
import { useSession } from '../../shell/session/session.ts'

const loaded = () => import('../../shell/session/SecondFactor.tsx')
const SecondFactor = lazy(() => loaded().then(({ SecondFactor }) => ({ default: SecondFactor })))
const PasswordFirst = lazy(() => loaded().then(({ PasswordFirst }) => ({ default: PasswordFirst })))
const RecoveryCodes = lazy(() => loaded().then(({ RecoveryCodes }) => ({ default: RecoveryCodes })))

const titles = {
  setUp: t('Set up two-factor authentication'),
  codes: t('New recovery codes'),
  remove: t('Turn off two-factor authentication?'),
} as const
type Step = keyof typeof titles

export function TwoFactor() {
  const { data: person } = useSession()
  const [isOpen, { open, close }] = useDisclosure()
  const [act, setAct] = useState<Step>('setUp')
  const [areCodesShown, codes] = useDisclosure()
  const begin = (chosen: Step) => () => {
    setAct(chosen)
    codes.close()
    open()
  }
  return (
    <Section
      title={t('Two-factor authentication')}
      about={
        person?.secondFactor
          ? t('You sign in with your password and a code from your authenticator app.')
          : t('Protect your account with a code from an authenticator app.')
      }
      actions={
        person?.secondFactor ? (
          <Badge color="teal">{t('Active')}</Badge>
        ) : (
          <Button variant="default" onClick={begin('setUp')}>
            {t('Set up')}
          </Button>
        )
      }
    >
      {person?.secondFactor ? (
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={begin('codes')}>
            {t('New recovery codes')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={begin('remove')}>
            {t('Turn off')}
          </Button>
        </Group>
      ) : null}
      <Modal
        opened={isOpen}
        onClose={close}
        closeOnClickOutside={!areCodesShown}
        closeOnEscape={!areCodesShown}
        withCloseButton={!areCodesShown}
        title={titles[act]}
      >
        <Suspense fallback={<RowsSkeleton rows={2} />}>
          {act === 'setUp' ? <SecondFactor shown={codes.open} done={close} /> : null}
          {act === 'codes' ? <NewCodes shown={codes.open} done={close} /> : null}
          {act === 'remove' ? <Removal done={close} /> : null}
        </Suspense>
      </Modal>
    </Section>
  )
}

function NewCodes({ shown, done }: { shown: () => void; done: () => void }) {
  const make = useMutation({
    mutationFn: (password: string) => api.POST('/auth/second-factor/recovery-codes', { body: { password } }),
    onSuccess: shown,
  })
  if (make.data !== undefined) {
    return <RecoveryCodes codes={make.data.recoveryCodes} about={t('Your old codes no longer work.')} done={done} />
  }
  return (
    <PasswordFirst
      about={t('Your old recovery codes will stop working.')}
      act={t('Create new codes')}
      run={make.mutate}
      isRunning={make.isPending}
      error={make.error}
    />
  )
}

function Removal({ done }: { done: () => void }) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (password: string) => api.POST('/auth/second-factor/remove', { body: { password } }),
    onSuccess() {
      showToast(t('Two-factor authentication is off'))
      void queries.invalidateQueries({ queryKey: ['session'] })
      done()
    },
  })
  return (
    <PasswordFirst
      about={t('You’ll sign in with your password only. To move to a new phone, turn it off and set it up again.')}
      act={t('Turn off')}
      danger
      run={remove.mutate}
      isRunning={remove.isPending}
      error={remove.error}
    />
  )
}

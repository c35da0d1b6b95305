// The second factor of the signed-in person: set up, new recovery codes, removed.

import { Badge, Button, Group, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api, ask } from '../../api.ts'
import { RowsSkeleton } from '../../components/Page.tsx'
import { Section } from '../../components/Section.tsx'
import { said } from '../../components/toast.ts'
import { useSession } from '../../shell/session.ts'

const loaded = () => import('../../shell/SecondFactor.tsx')
const SecondFactor = lazy(() => loaded().then(({ SecondFactor }) => ({ default: SecondFactor })))
const PasswordFirst = lazy(() => loaded().then(({ PasswordFirst }) => ({ default: PasswordFirst })))
const RecoveryCodes = lazy(() => loaded().then(({ RecoveryCodes }) => ({ default: RecoveryCodes })))

const titles = {
  setUp: 'Set up a second factor',
  codes: 'New recovery codes',
  remove: 'Remove the second factor?',
} as const
type Act = keyof typeof titles

export function Factor() {
  const { data: person } = useSession()
  const [isOpen, { open, close }] = useDisclosure()
  const [act, setAct] = useState<Act>('setUp')
  const [areCodesShown, codes] = useDisclosure()
  const begin = (chosen: Act) => () => {
    setAct(chosen)
    codes.close()
    open()
  }
  return (
    <Section
      title="Second factor"
      about={
        person?.secondFactor
          ? 'Signing in requires a code from your authenticator app.'
          : 'With a second factor, a stolen password is not enough to sign in.'
      }
      actions={
        person?.secondFactor ? (
          <Badge variant="light" color="teal" radius="sm">
            Active
          </Badge>
        ) : (
          <Button variant="default" onClick={begin('setUp')}>
            Set up
          </Button>
        )
      }
    >
      {person?.secondFactor ? (
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={begin('codes')}>
            New recovery codes
          </Button>
          <Button size="compact-sm" variant="default" onClick={begin('remove')}>
            Remove
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
        closeButtonProps={{ 'aria-label': 'Close' }}
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
    mutationFn: (password: string) => ask(api.POST('/auth/second-factor/recovery-codes', { body: { password } })),
    onSuccess: shown,
  })
  if (make.data !== undefined) {
    return <RecoveryCodes codes={make.data.recoveryCodes} about="The old codes no longer work." done={done} />
  }
  return (
    <PasswordFirst
      about="Your old recovery codes stop working."
      act="Make new codes"
      run={make.mutate}
      isRunning={make.isPending}
      error={make.error}
    />
  )
}

function Removal({ done }: { done: () => void }) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (password: string) => ask(api.POST('/auth/second-factor/remove', { body: { password } })),
    onSuccess() {
      said('The second factor has been removed')
      void queries.invalidateQueries({ queryKey: ['session'] })
      done()
    },
  })
  return (
    <PasswordFirst
      about="Your password alone will then be enough to sign in. For a new phone, remove it and set it up again."
      act="Remove"
      danger
      run={remove.mutate}
      isRunning={remove.isPending}
      error={remove.error}
    />
  )
}

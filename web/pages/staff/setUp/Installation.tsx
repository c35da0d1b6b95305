// The settings of the installation: the button of a step of the set-up, and its dialog. The service tries what is
// entered, stores it, and starts again by itself, which takes a few seconds.

import { Button, Modal, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../api.ts'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { showToast } from '../../../components/feedback/toast.ts'
import { useDialog } from '../../../components/forms/Dialogs.tsx'
import { useReturnFocus } from '../../../components/forms/opener.ts'
import { useInputGuard } from '../../../components/forms/useInputGuard.ts'
import { Fold } from '../../../components/layout/Fold.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { useMay } from '../../../shell/session/session.ts'
import { AddressForm, BucketForm, type Installation, MailForm, PaymentForm } from './installationForms.tsx'

export type Group = 'mail' | 'address' | 'payment' | 'storage'

const queryKey = ['staff', 'installation']
const lookAgainMs = 1_000

/** Looks again until the service has started with what was stored. */
export const useInstallation = () =>
  useQuery({
    queryKey,
    queryFn: () => api.GET('/staff/installation'),
    enabled: useMay('installation'),
    refetchInterval: ({ state }) => (state.data?.isInEffect === false ? lookAgainMs : false),
  })

const titles: Record<Group, string> = {
  mail: t('Mail server'),
  address: t('Public address'),
  payment: t('Payment provider'),
  storage: t('Storage of print files'),
}

export function InstallationButton({ group, installation }: { group: Group; installation: Installation }) {
  const show = useDialog()
  const remove = useRemove(group, installation, () => {})
  const { setBy, isStored, variables } = installation[group]
  if (setBy === 'environment')
    return (
      <Stack gap={4} align="flex-start">
        <Text size="xs" c="dimmed">
          {t('Set on the server, and changed only there')}
        </Text>
        <Fold title={t('For the administrator')} isUsed={false}>
          <Text size="xs" c="dimmed" className="wrap">
            {t('Environment variables: {names}', { names: variables.join(', ') })}
          </Text>
        </Fold>
        {isStored ? (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            loading={remove.isPending || !installation.isInEffect}
            aria-label={t('Remove what is also stored here: {step}', { step: titles[group] })}
            onClick={() => remove.mutate()}
          >
            {t('Remove what is also stored here')}
          </Button>
        ) : null}
      </Stack>
    )
  if (group === 'storage' && installation.storage.hasFiles) return null
  return (
    <Button
      size="xs"
      variant="default"
      loading={!installation.isInEffect}
      aria-label={setBy === 'console' ? t('Change: {step}', { step: titles[group] }) : undefined}
      onClick={() => show(<InstallationDialog group={group} installation={installation} close={() => show(null)} />)}
    >
      {setBy === 'console' ? t('Change') : labels[group]}
    </Button>
  )
}

const labels: Record<Group, string> = {
  mail: t('Set mail server'),
  address: t('Set address'),
  payment: t('Choose provider'),
  storage: t('Use a bucket'),
}

const showSaved = () => showToast(t('Saved. Octavo starts again with it, which takes a few seconds.'))

function useRemove(group: Group, installation: Installation, close: () => void) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: () => api.DELETE('/staff/installation/{group}', { params: { path: { group } } }),
    onSuccess() {
      queries.setQueryData(queryKey, { ...installation, isInEffect: false })
      showSaved()
      close()
    },
  })
}

type DialogProps = { group: Group; installation: Installation; close: () => void }

function InstallationDialog({ group, installation, close }: DialogProps) {
  const queries = useQueryClient()
  const guard = useInputGuard()
  useReturnFocus()
  const save = useAction({
    mutationFn: (send: () => Promise<Installation>) => send(),
    onSuccess(state) {
      queries.setQueryData(queryKey, state)
      showSaved()
      close()
    },
  })
  const remove = useRemove(group, installation, close)
  const shared = { installation, save: save.mutate, isPending: save.isPending, close }
  const forms: Record<Group, () => ReactNode> = {
    mail: () => <MailForm {...shared} />,
    address: () => <AddressForm {...shared} />,
    payment: () => <PaymentForm {...shared} />,
    storage: () => <BucketForm {...shared} />,
  }
  return (
    <Modal opened onClose={close} {...guard.dialog} title={titles[group]}>
      <div {...guard.form}>
        <FormError error={save.error ?? remove.error} mb="md" />
        {forms[group]()}
      </div>
      {installation[group].setBy === 'console' ? (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          mt="md"
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t('Remove this setting')}
        </Button>
      ) : null}
    </Modal>
  )
}

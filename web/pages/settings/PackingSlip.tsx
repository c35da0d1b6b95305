// The packing slip of all orders: logo, message, return address, and blind shipping.

import { Button, Checkbox, FileButton, Group, NativeSelect, Stack, Switch, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useEffect } from 'react'
import { type Language, languageCodes, languages } from '../../../languages/languages.ts'
import { ApiProblem, api, type ResponseBody } from '../../api.ts'
import { Failure } from '../../components/feedback/Failure.tsx'
import { FormError } from '../../components/feedback/FormError.tsx'
import { showToast } from '../../components/feedback/toast.ts'
import { dataUrlOf } from '../../components/forms/dataUrl.ts'
import { Details } from '../../components/layout/Details.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { capitalize, number } from '../../components/layout/Values.tsx'
import { type AddressDraft, AddressFields, addressDraftOf, addressOf } from '../../components/orders/AddressFields.tsx'
import { slipDetails } from '../../components/orders/PackingSlip.tsx'
import { t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { slipSettings } from '../../shell/orders/slipSettings.ts'
import { useMay } from '../../shell/session/session.ts'
import classes from './PackingSlip.module.css'

const path = '/dashboard/api/account/packing-slip'
const maxLogoBytes = 300_000
const maxLetters = 500
type Settings = ResponseBody<typeof path>
type Changes = Partial<Settings>

export function PackingSlip() {
  const mayChange = useMay('orders')
  const settings = useQuery(slipSettings)
  return (
    <Section
      title={t('Packing slip')}
      about={t('The slip in every parcel. An order can have its own message, return address and gift message.')}
    >
      {settings.error ? <Failure error={settings.error} retry={() => settings.refetch()} /> : null}
      {settings.data === undefined ? null : mayChange ? (
        <Stack gap="lg">
          <Logo logo={settings.data.logo} />
          <Texts settings={settings.data} />
        </Stack>
      ) : (
        <Stack gap="sm">
          <LogoPicture logo={settings.data.logo} />
          <Details
            rows={[...slipDetails(settings.data), [t('Language of the slip'), languages[settings.data.language]]]}
          />
        </Stack>
      )}
    </Section>
  )
}

function useChange<Given>(saved: string, changesOf: (given: Given) => Promise<Changes> | Changes) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: async (given: Given) => api.PATCH(path, { body: await changesOf(given) }),
    onSuccess(settings) {
      queries.setQueryData(slipSettings.queryKey, settings)
      showToast(saved)
    },
  })
}

const LogoPicture = ({ logo }: { logo: string | null }) => (
  <div className={classes.logoBox}>
    {logo === null ? (
      <Text size="sm" className={classes.quiet}>
        {t('No logo')}
      </Text>
    ) : (
      <img src={logo} alt={t('Logo on packing slips')} className={classes.logo} />
    )}
  </div>
)

/** A logo is saved when it is chosen. */
function Logo({ logo }: { logo: string | null }) {
  const upload = useChange(t('Logo saved'), logoOf)
  const remove = useChange(t('Logo removed'), () => ({ logo: null }))
  return (
    <Stack gap={6} maw={320}>
      <Text size="sm" fw={500}>
        {t('Logo')}
      </Text>
      <LogoPicture logo={logo} />
      <FormError error={upload.error ?? remove.error} />
      <Group gap="xs">
        <FileButton
          accept="image/png,image/svg+xml,.png,.svg"
          onChange={file => {
            if (file !== null) upload.mutate(file)
          }}
        >
          {props => (
            <Button
              size="xs"
              variant="default"
              leftSection={<Upload size={14} />}
              loading={upload.isPending}
              aria-label={t('Choose file: logo on packing slips')}
              {...props}
            >
              {t('Choose file')}
            </Button>
          )}
        </FileButton>
        {logo === null ? null : (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          >
            {t('Remove')}
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {t('PNG or SVG, at most 300 kB')}
      </Text>
    </Stack>
  )
}

async function logoOf(file: File): Promise<Changes> {
  if (file.size > maxLogoBytes)
    throw new Error(
      t('{name} has {size} kB, more than 300 kB.', { name: file.name, size: number(Math.ceil(file.size / 1000)) }),
    )
  return { logo: await dataUrlOf(file) }
}

type Values = {
  message: string
  hasReturnAddress: boolean
  returnAddress: AddressDraft
  blind: boolean
  language: Language
}

const valuesOf = ({ message, returnAddress, blind, language }: Settings): Values => ({
  message: message ?? '',
  hasReturnAddress: returnAddress !== null,
  returnAddress: addressDraftOf(returnAddress ?? {}),
  blind,
  language,
})

const changesOf = ({ message, hasReturnAddress, returnAddress, blind, language }: Values): Changes => ({
  message: message.trim() === '' ? null : message,
  returnAddress: hasReturnAddress ? addressOf(returnAddress) : null,
  blind: hasReturnAddress && blind,
  language,
})

function Texts({ settings }: { settings: Settings }) {
  const form = useForm<Values>({ initialValues: valuesOf(settings) })
  const change = useChange(t('Packing slip saved'), changesOf)
  const { values } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another object in every render
  useEffect(() => {
    form.setInitialValues(valuesOf(settings))
  }, [settings])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another object in every render
  useEffect(() => {
    if (!(change.error instanceof ApiProblem)) return
    for (const { pointer, detail } of change.error.errors)
      form.setFieldError(pointer.slice(1).replaceAll('/', '.'), capitalize(detail))
  }, [change.error])
  return (
    <form onSubmit={form.onSubmit(change.mutate)}>
      <Stack gap="sm">
        <FormError error={change.error} />
        <Textarea
          label={t('Message')}
          description={t('Such as thanks, or how to return a book')}
          maxLength={maxLetters}
          {...form.getInputProps('message')}
        />
        <NativeSelect
          label={t('Language of the slip')}
          description={t('Of its labels, for whoever opens the parcel')}
          data={languageCodes.map(code => ({ value: code, label: languages[code] }))}
          {...form.getInputProps('language')}
        />
        <Checkbox
          label={t('Use my return address')}
          {...form.getInputProps('hasReturnAddress', { type: 'checkbox' })}
        />
        {values.hasReturnAddress ? (
          <AddressFields form={form} at="returnAddress." address={values.returnAddress} />
        ) : null}
        <Switch
          size="md"
          label={t('Blind shipping')}
          description={
            values.hasReturnAddress
              ? t('Parcels show only your return address, not who printed or sent them')
              : t('Needs your return address')
          }
          disabled={!values.hasReturnAddress}
          checked={values.hasReturnAddress && values.blind}
          onChange={event => form.setFieldValue('blind', event.currentTarget.checked)}
        />
        <div>
          <Button type="submit" variant="default" loading={change.isPending} disabled={!form.isDirty()}>
            {t('Save')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

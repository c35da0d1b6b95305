// Whom invoices, credit notes and statements bill, for the members of an account and for the staff.

import { Button, Modal, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiProblem, type ResponseBody } from '../../api.ts'
import { allCountries } from '../../components/billing/countryCodes.ts'
import { Failure } from '../../components/feedback/Failure.tsx'
import { FormError } from '../../components/feedback/FormError.tsx'
import { DialogButtons } from '../../components/forms/DialogButtons.tsx'
import { Details } from '../../components/layout/Details.tsx'
import { RowsSkeleton } from '../../components/layout/Page.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { capitalize, countryName } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { useAction } from '../frame/action.ts'

type Billed = ResponseBody<'/dashboard/api/billing/details'>
type Address = NonNullable<Billed['address']>

type Props = {
  /** The key of the query. */
  of: readonly string[]
  read: () => Promise<Billed>
  save: (changes: Billed) => Promise<Billed>
  mayChange: boolean
}

export function BilledParty({ of, read, save, mayChange }: Props) {
  const [isEditing, setEditing] = useState(false)
  const details = useQuery({ queryKey: of, queryFn: read })
  return (
    <Section
      title={t('Billing details')}
      about={t('Printed on invoices, credit notes and statements. Documents that exist stay as they are.')}
      actions={
        mayChange && details.data !== undefined ? (
          <Button variant="default" leftSection={<Pencil size={15} />} onClick={() => setEditing(true)}>
            {t('Edit billing details')}
          </Button>
        ) : undefined
      }
    >
      {details.isPending ? <RowsSkeleton rows={3} /> : null}
      {details.error ? <Failure error={details.error} retry={() => details.refetch()} /> : null}
      {details.data === undefined ? null : <Shown billed={details.data} />}
      {isEditing && details.data !== undefined ? (
        <Edit billed={details.data} of={of} save={save} close={() => setEditing(false)} />
      ) : null}
    </Section>
  )
}

function Shown({ billed: { company, contact, address, taxNumber, purchaseOrderNumber } }: { billed: Billed }) {
  const none = t('Not given')
  return (
    <Details
      rows={[
        [t('Company'), company ?? none],
        [t('Contact'), contact ?? none],
        [t('Billing address'), address === null ? none : <AddressText key="a" address={address} />],
        [t('Tax number'), taxNumber ?? none],
        [t('Purchase order'), purchaseOrderNumber ?? none],
      ]}
    />
  )
}

const AddressText = ({ address: { address1, address2, city, state, postal, country } }: { address: Address }) => (
  <Text span size="sm" className="wrap" style={{ whiteSpace: 'pre-line' }}>
    {[
      address1,
      ...(address2 === null ? [] : [address2]),
      state === null ? `${postal} ${city}` : `${city}, ${state} ${postal}`,
      countryName(country),
    ].join('\n')}
  </Text>
)

const fields = ['company', 'contact', 'taxNumber', 'purchaseOrderNumber'] as const
const addressFields = ['address1', 'address2', 'city', 'state', 'postal', 'country'] as const
type Values = Record<(typeof fields)[number] | (typeof addressFields)[number], string>

function valuesOf({ address, ...billed }: Billed): Values {
  const texts = fields.map(name => [name, billed[name] ?? ''])
  const lines = addressFields.map(name => [name, address?.[name] ?? ''])
  return Object.fromEntries([...texts, ...lines]) as Values
}

/** An address of which only the country is given is none. */
function changesOf(values: Values): Billed {
  const given = (name: keyof Values) => values[name].trim() || null
  const hasAddress = addressFields.some(name => name !== 'country' && given(name) !== null)
  return {
    company: given('company'),
    contact: given('contact'),
    taxNumber: given('taxNumber'),
    purchaseOrderNumber: given('purchaseOrderNumber'),
    address: hasAddress
      ? {
          address1: values.address1.trim(),
          address2: given('address2'),
          city: values.city.trim(),
          state: given('state'),
          postal: values.postal.trim(),
          country: values.country,
        }
      : null,
  }
}

function missingOf(values: Values): Partial<Record<keyof Values, string>> {
  if (changesOf(values).address === null) return {}
  const missing = (name: keyof Values, text: string) => (values[name].trim() === '' ? { [name]: text } : {})
  return {
    ...missing('address1', t('Enter an address')),
    ...missing('city', t('Enter a city')),
    ...missing('postal', t('Enter a postal code')),
    ...missing('country', t('Choose a country')),
  }
}

type EditProps = Pick<Props, 'of' | 'save'> & { billed: Billed; close: () => void }

function Edit({ billed, of, save, close }: EditProps) {
  const form = useForm<Values>({ initialValues: valuesOf(billed), validate: missingOf })
  const change = useAction({
    mutationFn: (values: Values) => save(changesOf(values)),
    refetch: of,
    done: t('Billing details saved'),
    close,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another object in every render
  useEffect(() => {
    if (!(change.error instanceof ApiProblem)) return
    for (const { pointer, detail } of change.error.errors)
      form.setFieldError(pointer.split('/').at(-1)!, capitalize(detail))
  }, [change.error])
  const field = (name: keyof Values, maxLength: number, autoComplete: string) => ({
    ...form.getInputProps(name),
    ...{ maxLength, autoComplete },
  })
  return (
    <Modal opened onClose={close} title={t('Billing details')} size="lg">
      <form onSubmit={form.onSubmit(values => change.mutate(values))} noValidate>
        <Stack gap="sm">
          <FormError error={change.error} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label={t('Company')} {...field('company', 100, 'organization')} data-autofocus />
            <TextInput label={t('Contact')} {...field('contact', 100, 'off')} />
            <TextInput label={t('Address')} {...field('address1', 100, 'address-line1')} />
            <TextInput label={t('Address line 2')} {...field('address2', 100, 'address-line2')} />
            <TextInput label={t('City')} {...field('city', 100, 'address-level2')} />
            <TextInput label={t('State or province')} {...field('state', 50, 'address-level1')} />
            <TextInput label={t('Postal code')} {...field('postal', 20, 'postal-code')} />
            <Select
              label={t('Country')}
              data={allCountries}
              searchable
              value={form.values.country === '' ? null : form.values.country}
              onChange={country => form.setFieldValue('country', country ?? '')}
              error={form.errors.country}
            />
            <TextInput label={t('Tax number')} {...field('taxNumber', 40, 'off')} />
            <TextInput
              label={t('Purchase order number')}
              description={t('An order can have its own number.')}
              {...field('purchaseOrderNumber', 40, 'off')}
            />
          </SimpleGrid>
        </Stack>
        <DialogButtons close={close} label={t('Save')} isPending={change.isPending} />
      </form>
    </Modal>
  )
}

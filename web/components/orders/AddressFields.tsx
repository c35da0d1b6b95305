// The fields of an address, such as the destination of an order.

import { Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { t } from '../../language.ts'
import { countries } from './countries.ts'
import { StateField } from './StateField.tsx'

export type AddressDraft = {
  name: string
  company: string
  address1: string
  address2: string
  city: string
  state: string
  postal: string
  country: string
  phone: string
  email: string
}

export const emptyAddress: AddressDraft = {
  name: '',
  company: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  postal: '',
  country: 'US',
  phone: '',
  email: '',
}

/** The fields that are absent are empty. */
export const addressDraftOf = (address: Partial<AddressDraft>): AddressDraft => ({
  ...emptyAddress,
  ...address,
  country: (address.country ?? 'US').toUpperCase(),
})

/** Empty fields are left out. */
export function addressOf({ name, address1, city, postal, country, ...optional }: AddressDraft) {
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== ''))
  return { name, address1, city, postal, country, ...(given as Partial<typeof optional>) }
}

type Props<Values> = {
  // biome-ignore lint/suspicious/noExplicitAny: the form's own transformation does not matter here
  form: UseFormReturnType<Values, any>
  /** Where the form has the address, such as `returnAddress.`; '' for the form itself. */
  at?: string
  address: AddressDraft
  /** In place of the plain field. */
  nameField?: ReactNode
}

export function AddressFields<Values extends Record<string, unknown>>({
  form,
  at = '',
  address,
  nameField,
}: Props<Values>) {
  const input = (field: keyof AddressDraft) => form.getInputProps(`${at}${field}`)
  const set = (field: keyof AddressDraft, value: string) => form.setFieldValue(`${at}${field}`, value as never)
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {nameField ?? <TextInput label={t('Name')} required autoComplete="off" {...input('name')} />}
        <TextInput label={t('Company')} autoComplete="off" {...input('company')} />
        <TextInput label={t('Address')} required autoComplete="off" {...input('address1')} />
        <TextInput label={t('Address line 2')} autoComplete="off" {...input('address2')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 4 }} spacing="sm">
        <TextInput label={t('City')} required autoComplete="off" {...input('city')} />
        <StateField
          country={address.country}
          value={address.state}
          onChange={state => set('state', state)}
          error={form.errors[`${at}state`]}
        />
        <TextInput label={t('Postal code')} required autoComplete="off" {...input('postal')} />
        <Select
          label={t('Country')}
          data={countries}
          allowDeselect={false}
          required
          {...input('country')}
          onChange={country => {
            set('country', country ?? address.country)
            set('state', '')
          }}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label={t('Phone')} autoComplete="off" {...input('phone')} />
        <TextInput label={t('Email')} autoComplete="off" {...input('email')} />
      </SimpleGrid>
    </Stack>
  )
}

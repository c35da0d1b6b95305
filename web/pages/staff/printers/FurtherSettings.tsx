// The settings of a connection that most printers leave as they are.

import { Button, Group, Select, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Plus, X } from 'lucide-react'
import { Fold } from '../../../components/layout/Fold.tsx'
import { countries } from '../../../components/orders/countries.ts'
import { shippingClassOptions } from '../../../components/orders/shippingClasses.ts'
import { t } from '../../../language.ts'
import { furtherFields, listFields } from './connectionFields.ts'
import type { Values } from './printerForm.ts'

export type Form = UseFormReturnType<Values>
/** The mistake of a field, or of a part of it. */
export type ErrorAt = (pointer: string) => string | null

export function FurtherSettings({ form, errorAt }: { form: Form; errorAt: ErrorAt }) {
  const { adapter, settings, lists, carriers } = form.values
  const [texts, names] = [furtherFields[adapter], listFields[adapter]]
  if (texts.length + names.length === 0) return null
  const keys = [...texts, ...names].map(({ key }) => key)
  const isUsed =
    carriers.length > 0 ||
    keys.some(key => settings[key] || lists[key]?.length || errorAt(`/settings/${key}`) !== null) ||
    errorAt('/settings/carriers') !== null
  return (
    <Fold title={t('Further settings')} isUsed={isUsed}>
      <Stack gap="md" mt="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {texts.map(({ key, label, placeholder, options }) => {
            const props = { label, placeholder, error: errorAt(`/settings/${key}`) }
            const value = settings[key] ?? ''
            return options === undefined ? (
              <TextInput
                key={key}
                {...props}
                value={value}
                onChange={event => form.setFieldValue(`settings.${key}`, event.currentTarget.value)}
              />
            ) : (
              <Select
                key={key}
                {...props}
                data={options}
                allowDeselect={false}
                value={value === '' ? options[0]!.value : value}
                onChange={chosen => form.setFieldValue(`settings.${key}`, chosen ?? '')}
              />
            )
          })}
          {names.map(({ key, label }) => (
            <TagsInput
              key={key}
              label={label}
              value={lists[key] ?? []}
              onChange={value => form.setFieldValue(`lists.${key}`, value)}
              error={errorAt(`/settings/${key}`)}
            />
          ))}
        </SimpleGrid>
        {adapter === 'siteflow' ? <Carriers form={form} error={errorAt('/settings/carriers')} /> : null}
      </Stack>
    </Fold>
  )
}

const newCarrier = { shippingClass: 'standard', country: '', carrier: '', service: '' }

/** By shipping class, and for a country where it has another one. */
function Carriers({ form, error }: { form: Form; error: string | null }) {
  const { carriers } = form.values
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('Carriers')}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {t('Without a carrier here, the name of the shipping class is the alias. An alias needs no service.')}
      </Text>
      <Stack gap="xs">
        {carriers.map(({ shippingClass }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and their fields are controlled
          <Group key={i} gap="xs" align="flex-end">
            <Select
              flex="1 1 8rem"
              label={t('Shipping class')}
              allowDeselect={false}
              data={shippingClassOptions(shippingClass)}
              {...form.getInputProps(`carriers.${i}.shippingClass`)}
            />
            <Select
              flex="1 1 8rem"
              label={t('Country')}
              searchable
              allowDeselect={false}
              data={[{ value: '', label: t('Everywhere') }, ...countries]}
              {...form.getInputProps(`carriers.${i}.country`)}
            />
            <TextInput
              flex="1 1 8rem"
              required
              withAsterisk={false}
              label={t('Carrier or alias')}
              {...form.getInputProps(`carriers.${i}.carrier`)}
            />
            <TextInput flex="1 1 8rem" label={t('Service')} {...form.getInputProps(`carriers.${i}.service`)} />
            <Button
              variant="default"
              px="xs"
              aria-label={t('Remove carrier {number}', { number: i + 1 })}
              onClick={() => form.removeListItem('carriers', i)}
            >
              <X size={15} />
            </Button>
          </Group>
        ))}
      </Stack>
      {error === null ? null : (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
      <Button
        size="xs"
        mt="xs"
        variant="default"
        leftSection={<Plus size={14} />}
        onClick={() => form.insertListItem('carriers', newCarrier)}
      >
        {t('Add carrier')}
      </Button>
    </div>
  )
}

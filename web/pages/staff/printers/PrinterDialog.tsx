// The form of one printer. Mistakes stand beside their fields; those of all printers together stand above.

import {
  Alert,
  Button,
  Checkbox,
  Divider,
  Group,
  Modal,
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ApiProblem, api } from '../../../api.ts'
import { useConfirm } from '../../../components/forms/Confirm.tsx'
import { DialogButtons } from '../../../components/forms/DialogButtons.tsx'
import { useReturnFocus } from '../../../components/forms/opener.ts'
import { separators } from '../../../components/forms/separators.ts'
import { useInputGuard } from '../../../components/forms/useInputGuard.ts'
import { capitalize } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { hasField, settingFields } from './connectionFields.ts'
import type { Adapter } from './connectionSettings.ts'
import { type ErrorAt, type Form, FurtherSettings } from './FurtherSettings.tsx'
import {
  adapterLabels,
  isKnown,
  type KnownPrinter,
  mayBeTried,
  type NamedPrinter,
  nameFrom,
  newPrinter,
  type PrinterSetting,
  type PrinterSettings,
  placeName,
  places,
  printerOf,
  type Values,
  valuesOf,
} from './printerForm.ts'
import { RoutePreview } from './RoutePreview.tsx'
import { SaveError } from './SaveError.tsx'

type Props = { printer: PrinterSetting | null; settings: PrinterSettings; close: () => void }

export const PrinterDialog = ({ printer, ...rest }: Props) =>
  printer === null || isKnown(printer) ? (
    <Fields printer={printer} {...rest} />
  ) : (
    <OfNewerRelease printer={printer} {...rest} />
  )

/** Without fields: this release does not know its connection. */
const OfNewerRelease = ({ printer, settings, close }: Props & { printer: PrinterSetting }) => (
  <Modal opened size="xl" onClose={close} title={printer.title ?? printer.name}>
    <Alert color="orange" icon={<CircleAlert size={18} />} title={t('Saved by a newer release of Octavo')}>
      {t('This release does not know the connection {adapter}. Upgrade the server to change the printer.', {
        adapter: printer.adapter,
      })}
    </Alert>
    <Removal printer={printer} basedOn={settings.version} close={close} />
  </Modal>
)

function Fields({ printer, settings, close }: Props & { printer: KnownPrinter | null }) {
  const guard = useInputGuard()
  useReturnFocus()
  const form = useForm<Values>({ initialValues: printer === null ? newPrinter : valuesOf(printer) })
  const save = useAction({
    mutationFn: ({ name, ...body }: NamedPrinter) =>
      printer === null
        ? api.POST('/staff/printer-settings/printers', { body: { name, ...body } })
        : api.PUT('/staff/printer-settings/printers/{name}', {
            params: { path: { name } },
            body: { ...body, basedOn: settings.version },
          }),
    refetch: ['staff'],
    done: (_, { name, title }) => t('{printer} saved', { printer: title ?? name }),
    close,
  })
  const problem = save.error instanceof ApiProblem ? save.error : null
  const fields = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem !== null)
      fields.current?.querySelector('[role=alert], [aria-invalid=true]')?.scrollIntoView({ block: 'center' })
  }, [problem])
  const errorAt: ErrorAt = pointer => {
    const found = problem?.errors.find(error => error.pointer === pointer || error.pointer.startsWith(`${pointer}/`))
    return found === undefined ? null : capitalize(found.detail)
  }
  const unplaced = problem?.errors.find(
    ({ pointer }) => pointer.startsWith('/settings/') && !hasField(form.values.adapter, pointer),
  )
  const draft = printerOf(form.values)
  const overall = (problem?.errors ?? []).filter(({ pointer }) => pointer === '').map(({ detail }) => detail)
  return (
    <Modal
      opened
      size="xl"
      onClose={close}
      {...guard.dialog}
      title={printer === null ? t('Add printer') : (printer.title ?? printer.name)}
    >
      <form ref={fields} onSubmit={form.onSubmit(values => save.mutate(printerOf(values)))} {...guard.form}>
        {overall.length > 0 ? <Overall details={overall} /> : null}
        {unplaced === undefined ? null : (
          <Text size="sm" c="red" role="alert" mb="md" className="wrap">
            {t('A setting that has no field here is wrong: {mistake}', { mistake: unplaced.detail })}
          </Text>
        )}
        {problem?.errors.length === 0 ? <SaveError error={problem} reloaded={close} /> : null}
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              required
              withAsterisk={false}
              label={t('Name')}
              data-autofocus
              maxLength={80}
              {...form.getInputProps('title')}
              onChange={event => {
                const title = event.currentTarget.value
                const follows = printer === null && form.values.name === nameFrom(form.values.title)
                form.setValues({ title, ...(follows && { name: nameFrom(title) }) })
              }}
              error={errorAt('/title')}
            />
            <TextInput
              required
              withAsterisk={false}
              readOnly={printer !== null}
              label={t('Short name')}
              description={t('Its jobs are stored under this name. It cannot be changed.')}
              inputWrapperOrder={fieldOrder}
              {...form.getInputProps('name')}
              error={errorAt('/name')}
            />
          </SimpleGrid>
          <Connection form={form} errorAt={errorAt} secrets={printer?.secrets ?? []} />
          <Divider label={t('Work')} labelPosition="left" />
          <Work form={form} errorAt={errorAt} settings={settings} />
          <Divider label={t('Paper and labels')} labelPosition="left" />
          <Papers form={form} />
        </Stack>
        <DialogButtons close={close} label={t('Save')} isPending={save.isPending} />
      </form>
      {draft.name === '' ? null : (
        <>
          <Divider my="md" />
          <RoutePreview settings={settings} printer={draft} />
        </>
      )}
      {printer === null ? null : <Removal printer={printer} basedOn={settings.version} close={close} />}
    </Modal>
  )
}

/** Help stands below its field, so that fields beside each other are in line. */
const fieldOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

const maxMistakes = 5

/** Books and places that would have no printer. */
const Overall = ({ details }: { details: string[] }) => (
  <Alert
    color="red"
    icon={<CircleAlert size={18} />}
    role="alert"
    mb="md"
    title={t('Some orders would have no printer')}
  >
    {details.slice(0, maxMistakes).map(detail => (
      <Text key={detail} size="sm" className="wrap">
        {capitalize(detail)}
      </Text>
    ))}
    {details.length > maxMistakes ? (
      <Text size="sm">{t('And {count} more.', { count: details.length - maxMistakes })}</Text>
    ) : null}
  </Alert>
)

type PartProps = { form: Form; errorAt: ErrorAt }

type ConnectionProps = PartProps & { secrets: string[] }

function Connection({ form, errorAt, secrets }: ConnectionProps) {
  const { adapter, settings } = form.values
  const saved = form.getInitialValues()
  const isSame = saved.adapter === adapter && saved.settings.url === settings.url
  return (
    <>
      <Select
        label={t('Connection')}
        allowDeselect={false}
        data={Object.entries(adapterLabels).map(([value, label]) => ({ value, label }))}
        value={adapter}
        onChange={value => form.setFieldValue('adapter', value as Adapter)}
        description={
          adapter === 'desk'
            ? t('People in a browser, or a program on the press API. Invite them in People.')
            : undefined
        }
        error={errorAt('/adapter')}
      />
      {adapter === 'desk' ? null : (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {settingFields[adapter].map(({ key, label, description, isSecret, isOptional, placeholder }) => {
            const isKept = isSecret && isSame && secrets.includes(key)
            const props = {
              label,
              description,
              inputWrapperOrder: fieldOrder,
              required: !isOptional && !isKept,
              withAsterisk: false,
              placeholder: isKept ? t('Unchanged') : placeholder,
              autoComplete: isSecret ? 'new-password' : 'off',
              ...form.getInputProps(`settings.${key}`),
              value: settings[key] ?? '',
              error: errorAt(`/settings/${key}`),
            }
            return isSecret ? (
              <PasswordInput
                key={key}
                {...props}
                visibilityToggleButtonProps={{ 'aria-label': t('Show: {field}', { field: label }) }}
              />
            ) : (
              <TextInput key={key} {...props} />
            )
          })}
        </SimpleGrid>
      )}
      {isSame && settingFields[adapter].some(({ key, isOptional }) => isOptional && secrets.includes(key)) ? (
        <Checkbox label={t('End the previous secret')} {...form.getInputProps('endsOptional', { type: 'checkbox' })} />
      ) : null}
      <FurtherSettings key={adapter} form={form} errorAt={errorAt} />
      {mayBeTried(adapter) ? <TryConnection form={form} /> : null}
    </>
  )
}

function TryConnection({ form }: { form: Form }) {
  const draft = printerOf({ ...form.values, name: form.values.name || 'draft' })
  const attempt = useAction({
    mutationFn: (body: NamedPrinter) => api.POST('/staff/printer-settings/test', { body }),
    failed: t('The connection was not tried'),
  })
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Button
        size="xs"
        variant="default"
        style={{ flexShrink: 0 }}
        loading={attempt.isPending}
        onClick={() => attempt.mutate(draft)}
      >
        {t('Test connection')}
      </Button>
      <Text size="sm" role="status" className="wrap" c={attempt.data?.works === false ? 'red' : undefined}>
        {attempt.isPending ? '' : (attempt.data?.detail ?? '')}
      </Text>
    </Group>
  )
}

const timeZones = Intl.supportedValuesOf('timeZone')
const maxSuggestions = 40

function Work({ form, errorAt, settings: { books } }: PartProps & { settings: PrinterSettings }) {
  const nameOf = new Map(books.map(({ manufacturingSku, name }) => [manufacturingSku, name]))
  const numberProps = { hideControls: true, allowDecimal: false, allowNegative: false, ...separators }
  return (
    <>
      <TagsInput
        label={t('Books [[of a printer]]')}
        description={t('Choose books, or type a pattern such as PB-*. * is every book.')}
        data={['*', ...nameOf.keys()]}
        limit={maxSuggestions}
        renderOption={({ option: { value } }) => (
          <div>
            <Text size="sm">{value === '*' ? t('All books') : nameOf.get(value)}</Text>
            <Text size="xs" c="dimmed" className="mono">
              {value}
            </Text>
          </div>
        )}
        {...form.getInputProps('makes')}
        error={errorAt('/makes')}
      />
      <TagsInput
        label={t('Ships to')}
        description={t('Countries such as US, states such as US-NY. * is everywhere.')}
        data={places}
        limit={maxSuggestions}
        renderOption={({ option: { value } }) => `${placeName(value)} · ${value}`}
        {...form.getInputProps('shipsTo')}
        error={errorAt('/shipsTo')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={t('Copies a day')}
          placeholder={t('No limit')}
          min={1}
          {...numberProps}
          {...form.getInputProps('copiesPerDay')}
          error={errorAt('/copiesPerDay')}
        />
        <NumberInput
          required
          withAsterisk={false}
          label={t('Priority')}
          description={t('The lower number comes first')}
          inputWrapperOrder={fieldOrder}
          min={1}
          max={1000}
          {...numberProps}
          {...form.getInputProps('priority')}
          error={errorAt('/priority')}
        />
        <NumberInput
          required
          withAsterisk={false}
          label={t('Cut-off hour')}
          description={t('Later jobs count for the next business day')}
          inputWrapperOrder={fieldOrder}
          min={1}
          max={24}
          {...numberProps}
          {...form.getInputProps('hour')}
          error={errorAt('/cutOff/hour')}
        />
        <Select
          label={t('Time zone')}
          searchable
          allowDeselect={false}
          limit={maxSuggestions}
          data={timeZones.includes(form.values.timeZone) ? timeZones : [form.values.timeZone, ...timeZones]}
          {...form.getInputProps('timeZone')}
          error={errorAt('/cutOff/timeZone')}
        />
      </SimpleGrid>
    </>
  )
}

const Papers = ({ form }: { form: Form }) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }}>
    <Select
      label={t('Paper of tickets')}
      allowDeselect={false}
      data={[
        { value: '', label: t('As usual in your country') },
        { value: 'letter', label: t('US letter') },
        { value: 'a4', label: 'A4' },
      ]}
      {...form.getInputProps('paper')}
    />
    <Select
      label={t('Labels at the scan of a ticket')}
      allowDeselect={false}
      data={[
        { value: '', label: t('Not bought') },
        { value: 'computed', label: t('Bought by the computed weight') },
        { value: 'weighed', label: t('Bought by the scale') },
      ]}
      {...form.getInputProps('labelsAtScan')}
    />
    <Switch
      label={t('Binding codes')}
      description={t('Codes outside the trim, to compare covers and pages')}
      {...form.getInputProps('bindingCodes', { type: 'checkbox' })}
    />
  </SimpleGrid>
)

type RemovalProps = { printer: PrinterSetting; basedOn: number; close: () => void }

function Removal({ printer: { name, title }, basedOn, close }: RemovalProps) {
  const confirm = useConfirm()
  const shown = title ?? name
  const remove = useAction({
    mutationFn: () =>
      api.DELETE('/staff/printer-settings/printers/{name}', { params: { path: { name }, query: { basedOn } } }),
    refetch: ['staff'],
    done: t('{printer} removed', { printer: shown }),
    failed: t('The printer was not removed'),
    close,
  })
  const ask = async () => {
    const isSure = await confirm({
      title: t('Remove {printer}?', { printer: shown }),
      text: t('It gets no more orders. Its past jobs stay.'),
      confirmLabel: t('Remove printer'),
      danger: true,
    })
    if (isSure) remove.mutate()
  }
  return (
    <Button variant="subtle" color="red" size="xs" mt="md" loading={remove.isPending} onClick={ask}>
      {t('Remove printer')}
    </Button>
  )
}

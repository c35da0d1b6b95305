// Fields of the editor of the operator's data. A field shows people's units and stores the file's: dollars for cents,
// percent for basis points.

import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { dollars, separators } from '../../../components/forms/separators.ts'
import { FoldedSection } from '../../../components/layout/Fold.tsx'
import { LongRows } from '../../../components/layout/LongList.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { number } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { type Content, type Draft, hasMistakeIn, mistakeAt, type Path, valueAt } from './content.ts'
import classes from './Fields.module.css'

export type Editing = {
  content: Content
  mistakes: Draft['mistakes']
  change: (path: Path, value: unknown) => void
  isReadOnly: boolean
}

const EditingContext = createContext<Editing | null>(null)
export const EditingProvider = EditingContext.Provider

export function useEditing(): Editing {
  const editing = useContext(EditingContext)
  if (editing === null) throw new Error('the field is outside of the editor')
  return editing
}

/** Fields and buttons that change the draft. People without the permission can only read fields, and see no buttons. */
export const Editable = ({ children }: { children: ReactNode }) => (
  <fieldset disabled={useEditing().isReadOnly} className={classes.editable}>
    {children}
  </fieldset>
)

/** A section of fields. */
export const Part = ({ title, about, children }: { title: string; about?: string; children: ReactNode }) => (
  <Section title={title} about={about}>
    <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} verticalSpacing="sm">
      {children}
    </SimpleGrid>
  </Section>
)

type FoldedPartProps = { title: string; about: string; path: Path; children: ReactNode }

/** Most shops leave it as it is. */
export function FoldedPart({ title, about, path, children }: FoldedPartProps) {
  const { content, mistakes } = useEditing()
  return (
    <FoldedSection title={title} isUsed={valueAt(content, path) !== undefined || hasMistakeIn(mistakes, path)}>
      <Text size="sm" c="dimmed" mb="sm">
        {about}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} verticalSpacing="sm">
        {children}
      </SimpleGrid>
    </FoldedSection>
  )
}

type FieldProps = { path: Path; label: string; description?: string }

/** `empty`: what the field asks for when it is empty and the draft needs it, such as "Enter a city". */
type TextProps = FieldProps & { optional?: true | undefined; empty?: string }

export function TextField({ path, label, description, optional, empty }: TextProps) {
  const { content, mistakes, change } = useEditing()
  const value = String(valueAt(content, path) ?? '')
  const mistake = mistakeAt(mistakes, path)
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      error={mistake !== null && value === '' ? (empty ?? mistake) : mistake}
      onChange={event => {
        const text = event.currentTarget.value
        change(path, text === '' && optional ? undefined : text)
      }}
    />
  )
}

export function DayField({ path, label }: { path: Path; label: string }) {
  const { content, mistakes, change } = useEditing()
  return (
    <TextInput
      type="date"
      label={label}
      value={String(valueAt(content, path) ?? '')}
      error={mistakeAt(mistakes, path)}
      onChange={event => change(path, event.currentTarget.value || undefined)}
    />
  )
}

export type NumberProps = FieldProps & {
  /** The stored value for 1 of the shown unit: 100 for cents shown as dollars. */
  factor?: number
  decimals?: number
  /** Shows all decimals: $3.00. */
  isPadded?: true
  prefix?: string
  suffix?: string
  min?: number
  max?: number
  /** The value in the file for an empty field. */
  optional?: 'absent' | 'null'
  /** The meaning of an empty field. */
  placeholder?: string
}

export function NumberField(props: NumberProps) {
  const { path, label, description, factor = 1, decimals = 0, isPadded, prefix, suffix, min = 0, max, optional } = props
  const { placeholder } = props
  const { content, mistakes, change } = useEditing()
  const stored = valueAt(content, path)
  const [typed, setTyped] = useState<string | number>('')
  const storedOf = (entered: string | number) => {
    const value = Number(entered) * factor
    // Other factors are powers of ten, so the whole number that was meant is the nearest.
    return factor > 1 ? Math.round(value) : Number(value.toPrecision(12))
  }
  const amount = typeof stored === 'number' ? (stored / factor).toFixed(decimals) : ''
  const saved = amount === '' || isPadded ? amount : String(Number(amount))
  // Typed text stays unchanged, such as "12.0" on the way to "12.05".
  const shown = typed !== '' && storedOf(typed) === stored ? typed : saved
  const mistake = mistakeAt(mistakes, path)
  return (
    <NumberInput
      label={label}
      description={description}
      value={shown}
      hideControls
      allowNegative={min < 0}
      clampBehavior="none"
      decimalScale={decimals}
      allowDecimal={decimals > 0}
      {...separators}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(prefix === undefined ? {} : { prefix })}
      {...(suffix === undefined ? {} : { suffix })}
      error={shown === '' && mistake === null ? null : (rangeError(shown, { min, max, optional }) ?? mistake)}
      onBlur={() => setTyped('')}
      onChange={entered => {
        setTyped(entered)
        if (entered === '') change(path, optional === 'absent' ? undefined : null)
        else if (storedOf(entered) !== stored) change(path, storedOf(entered))
      }}
    />
  )
}

function rangeError(
  shown: string | number,
  { min, max, optional }: { min: number; max: number | undefined; optional: NumberProps['optional'] },
): string | null {
  if (shown === '') return optional ? null : t('Enter a number')
  if (Number(shown) < min) return t('Enter {number} or more', { number: number(min) })
  return max !== undefined && Number(shown) > max ? t('Enter {number} or less', { number: number(max) }) : null
}

/** Millicents, shown as dollars. */
export const MillicentsField = (props: FieldProps) => (
  <NumberField {...props} factor={100_000} decimals={5} {...dollars} />
)

/** Cents, shown as dollars. */
export const MoneyField = (props: FieldProps) => (
  <NumberField {...props} factor={100} decimals={2} isPadded {...dollars} />
)

export const InchesField = (props: FieldProps & Pick<NumberProps, 'optional' | 'placeholder'>) => (
  <NumberField {...props} decimals={4} suffix={` ${t('in [[inches]]')}`} max={40} />
)

export function SwitchField({ path, label, description, optional }: FieldProps & { optional?: true }) {
  const { content, change } = useEditing()
  return (
    <Switch
      label={label}
      description={description}
      checked={valueAt(content, path) === true}
      onChange={event => change(path, event.currentTarget.checked ? true : optional ? undefined : false)}
    />
  )
}

type Choice = { value: string; label: string }

type SelectProps = FieldProps & { data: readonly Choice[]; usual?: unknown; placeholder?: string | undefined }

export function SelectField({ path, label, description, data, usual, placeholder }: SelectProps) {
  const { content, mistakes, change } = useEditing()
  const value = valueAt(content, path) ?? usual
  return (
    <Select
      label={label}
      description={description}
      data={[...data]}
      {...(placeholder === undefined ? {} : { placeholder })}
      allowDeselect={false}
      value={value === undefined || value === null ? null : String(value)}
      error={mistakeAt(mistakes, path)}
      onChange={chosen => change(path, chosen !== null && /^\d+$/.test(chosen) ? Number(chosen) : chosen)}
    />
  )
}

export function TagsField({ path, label, description }: FieldProps) {
  const { content, mistakes, change } = useEditing()
  const value = valueAt(content, path)
  return (
    <TagsInput
      label={label}
      description={description ?? t('Press Enter after each')}
      value={Array.isArray(value) ? value.map(String) : []}
      error={mistakeAt(mistakes, path)}
      onChange={tags => change(path, tags)}
    />
  )
}

/** `usual` counts while nothing is chosen. */
export function ChecksField({
  path,
  label,
  data,
  usual = [],
}: FieldProps & { data: readonly Choice[]; usual?: string[] }) {
  const { content, mistakes, change } = useEditing()
  const value = valueAt(content, path)
  return (
    <Checkbox.Group
      label={label}
      value={Array.isArray(value) ? value.map(String) : usual}
      error={mistakeAt(mistakes, path)}
      onChange={chosen => change(path, chosen)}
    >
      <Group gap="md" mt={6}>
        {data.map(one => (
          <Checkbox key={one.value} value={one.value} label={one.label} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

type RowsProps = {
  path: Path
  /** The name of a row, in the words of the screen: "discount". */
  noun: string
  newRow: unknown
  row: (path: Path, index: number) => ReactNode
  /** The text by which a row is found. */
  textOf?: (row: unknown) => string
  /** As a table: on a wide screen, only the first row shows its labels. */
  isTable?: true
}

/** A list whose rows are added at its end and removed one by one. Of many rows, the first are shown. */
export function Rows({ path, noun, newRow, row, textOf = JSON.stringify, isTable }: RowsProps) {
  const { content, mistakes, change } = useEditing()
  const [added, setAdded] = useState<number | null>(null)
  const value = valueAt(content, path)
  const rows: unknown[] = Array.isArray(value) ? value : []
  const mistake = mistakeAt(mistakes, path)
  const fieldsOf = (i: number) => (
    <Group key={i} align="flex-start" gap="xs" className={classes.row}>
      {row([...path, i], i)}
      <ActionIcon
        variant="subtle"
        color="red"
        size="lg"
        className={classes.remove}
        aria-label={t('Remove {noun} {number}', { noun, number: number(i + 1) })}
        onClick={() => {
          setAdded(null)
          change([...path, i], undefined)
        }}
      >
        <Trash2 size={16} />
      </ActionIcon>
    </Group>
  )
  return (
    <Stack gap={isTable ? 'sm' : 'lg'} className={isTable && classes.table}>
      <LongRows label={noun} rows={rows.map((one, i) => ({ one, i }))} textOf={({ one }) => textOf(one)}>
        {(shown, below) => (
          <>
            {shown.map(({ i }) => fieldsOf(i))}
            {below}
            {added === null || added >= rows.length || shown.some(({ i }) => i === added) ? null : fieldsOf(added)}
          </>
        )}
      </LongRows>
      {mistake === null ? null : (
        <Text size="sm" c="red">
          {mistake}
        </Text>
      )}
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<Plus size={14} />}
          onClick={() => {
            setAdded(rows.length)
            change(path, [...rows, newRow])
          }}
        >
          {t('Add {noun}', { noun })}
        </Button>
      </div>
    </Stack>
  )
}

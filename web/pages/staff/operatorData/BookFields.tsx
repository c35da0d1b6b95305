// The fields of a section of a book's editor, from the table of a book's fields.

import { SimpleGrid, type SimpleGridProps, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PlacedField } from '../../../../src/catalog/bookField.ts'
import { pdfVersions } from '../../../../src/catalog/bookFields.ts'
import { percentSuffix, separators } from '../../../components/forms/separators.ts'
import { t, word } from '../../../language.ts'
import { type BookSection, fieldsOf } from './bookSections.ts'
import { mistakeAt, type Path, valueAt } from './content.ts'
import {
  ChecksField,
  InchesField,
  MillicentsField,
  MoneyField,
  NumberField,
  type NumberProps,
  Rows,
  SelectField,
  SwitchField,
  TextField,
  useEditing,
} from './Fields.tsx'
import { Severities } from './Severities.tsx'

type SectionProps = { book: Path; section: BookSection }

/** The fields that this book has. */
export function BookFields({ book, section, ...grid }: SectionProps & SimpleGridProps) {
  const fields = useFields({ book, section })
  if (fields.length === 0) return null
  return (
    <SimpleGrid type="container" cols={{ base: 1, '26rem': 2, '50rem': 3 }} verticalSpacing="sm" {...grid}>
      {fields}
    </SimpleGrid>
  )
}

/** A field that takes the width of its section. */
export const WideBookField = (props: SectionProps) => useFields(props)

function useFields({ book, section }: SectionProps): ReactNode[] {
  const { content } = useEditing()
  const value = valueAt(content, book)
  return fieldsOf(section)
    .filter(({ when }) => when === undefined || when(value))
    .map(field => <BookInput key={field.path} book={book} field={field} />)
}

/** How numbers of a unit are shown. */
const units: Partial<Record<PlacedField['unit'], Pick<NumberProps, 'factor' | 'decimals' | 'suffix'>>> = {
  grams: { suffix: ' g' },
  milligrams: { factor: 1000, decimals: 3, suffix: ' g' },
  gsm: { suffix: ' g/m²' },
  percent: { suffix: percentSuffix },
  points: { suffix: ' pt' },
  ppi: { suffix: ' ppi' },
}

function BookInput({ book, field }: { book: Path; field: PlacedField }) {
  const { content } = useEditing()
  const { unit, label, otherLabel, states, choices = {}, empty, mayBeEmpty } = field
  const path = [...book, ...field.path.split('.')]
  const one = { path, label: word(otherLabel?.when(valueAt(content, book)) ? otherLabel.label : label) }
  const placeholder = empty === undefined ? undefined : word(empty)
  const hint = placeholder ?? (mayBeEmpty ? t('Not specified') : undefined)
  const optional = mayBeEmpty ? ('absent' as const) : undefined
  switch (unit) {
    case 'sku':
      return <SkuField {...one} description={placeholder} />
    case 'yesOrNo': {
      const state = valueAt(content, path) === true ? states?.on : states?.off
      return <SwitchField {...one} description={state && word(state)} optional={mayBeEmpty || undefined} />
    }
    case 'choice':
      return (
        <SelectField
          {...one}
          data={Object.entries(choices).map(([value, text]) => ({ value, label: word(text) }))}
          usual={field.usual}
          placeholder={hint}
        />
      )
    case 'cents':
      return <MoneyField {...one} />
    case 'millicents':
      return <MillicentsField {...one} />
    case 'inches':
      return <InchesField {...one} optional={optional} placeholder={hint} />
    case 'bands':
      return <Bands path={path} />
    case 'breaks':
      return <Breaks path={path} noun={t('discount')} label={t('Discount')} />
    case 'pdfx':
      return <ChecksField {...one} data={pdfVersions.map(value => ({ value, label: value }))} />
    case 'severities':
      return <Severities path={path} />
    default:
      return field.schema.type === 'string' ? (
        <TextField {...one} description={placeholder} optional={mayBeEmpty || undefined} />
      ) : (
        <NumberField {...one} {...numberOf(field)} optional={unit === 'pagesOrNever' ? 'null' : optional} />
      )
  }
}

/** Bounds and unit; an empty field has the service's default as its hint. */
function numberOf({ unit, schema, decimals, usual }: PlacedField): Omit<NumberProps, 'path' | 'label'> {
  const { factor = 1, suffix = '', ...shown } = units[unit] ?? {}
  const bound = (name: string) => (schema[name] === undefined ? undefined : Number(schema[name]) / factor)
  return {
    ...shown,
    factor,
    suffix,
    min: bound('minimum'),
    max: bound('maximum'),
    ...(decimals === undefined ? {} : { decimals }),
    ...(usual === undefined ? {} : { placeholder: `${usual}${suffix}`.replace('.', separators.decimalSeparator) }),
  }
}

function SkuField({ path, label, description }: { path: Path; label: string; description: string | undefined }) {
  const { content, mistakes, change } = useEditing()
  return (
    <TextInput
      label={label}
      description={description}
      value={String(valueAt(content, path) ?? '')}
      error={mistakeAt(mistakes, path)}
      onChange={event => change(path, event.currentTarget.value.toUpperCase())}
    />
  )
}

const Bands = ({ path }: { path: Path }) => (
  <Rows
    path={path}
    noun={t('range')}
    isTable
    newRow={{ fromPages: 1, inches: 0 }}
    row={row => (
      <>
        <NumberField path={[...row, 'fromPages']} label={t('From pages')} min={1} max={2000} />
        <InchesField path={[...row, 'inches']} label={t('Width')} />
      </>
    )}
  />
)

/** Discounts by the number of copies. */
export const Breaks = ({ path, noun, label }: { path: Path; noun: string; label: string }) => (
  <Rows
    path={path}
    noun={noun}
    isTable
    newRow={{ fromCopies: 100, offBasisPoints: 500 }}
    row={row => (
      <>
        <NumberField path={[...row, 'fromCopies']} label={t('From copies')} min={2} max={10_000} />
        <NumberField path={[...row, 'offBasisPoints']} label={label} factor={100} decimals={2} suffix={percentSuffix} />
      </>
    )}
  />
)

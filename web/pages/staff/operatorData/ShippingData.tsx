// Shipping in the draft: where parcels leave, how long books take, and the rates of each zone and class.

import { Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { Section } from '../../../components/layout/Section.tsx'
import { capitalize } from '../../../components/layout/Values.tsx'
import { shippingClassName } from '../../../components/orders/shippingClasses.ts'
import { t } from '../../../language.ts'
import { CostToggle } from './BookPrices.tsx'
import { type Path, valueAt } from './content.ts'
import { ChecksField, MoneyField, NumberField, Part, Rows, TagsField, TextField, useEditing } from './Fields.tsx'

const classes = ['standard', 'expedited', 'rush'].map(name => [name, capitalize(shippingClassName(name))] as const)

export function ShippingData() {
  const { content, change } = useEditing()
  const zones = (valueAt(content, ['shipping', 'zones']) ?? []) as unknown[]
  const from: Path = ['shipping', 'shipFrom']
  return (
    <>
      <Part title={t('Ship-from address')} about={t('Printed on parcels. Also decides taxes.')}>
        <TextField path={[...from, 'name']} label={t('Name')} />
        <TextField path={[...from, 'address1']} label={t('Address')} />
        <TextField path={[...from, 'address2']} label={t('Address line 2')} optional />
        <TextField path={[...from, 'city']} label={t('City')} />
        <TextField path={[...from, 'state']} label={t('State')} />
        <TextField path={[...from, 'postal']} label={t('Postal code')} />
        <TextField path={[...from, 'country']} label={t('Country')} />
        <TextField path={[...from, 'phone']} label={t('Phone')} optional />
      </Part>
      <Part
        title={t('Time to make a book')}
        about={t('Orders that arrive before the cut-off count for that business day.')}
      >
        <NumberField path={['shipping', 'cutOff', 'hour']} label={t('Cut-off hour')} min={1} max={24} />
        <TextField path={['shipping', 'cutOff', 'timeZone']} label={t('Time zone')} />
        {classes.map(([name, label]) => (
          <NumberField
            key={name}
            path={['shipping', 'manufacturingDays', name]}
            label={t('{shippingClass}, business days', { shippingClass: label })}
            max={60}
          />
        ))}
      </Part>
      <Section
        title={t('Time for large orders')}
        about={t('Added to the days above, by all copies of an order. Estimates and promised days follow.')}
      >
        <Rows
          path={['shipping', 'moreManufacturingDays']}
          noun={t('quantity')}
          newRow={{ fromCopies: 500, days: 2 }}
          row={row => (
            <>
              <NumberField path={[...row, 'fromCopies']} label={t('From copies')} min={2} max={10_000} />
              <NumberField path={[...row, 'days']} label={t('More business days')} max={60} />
            </>
          )}
        />
      </Section>
      <Part
        title={t('Quotes for large orders')}
        about={t('Customers can always ask for a quote. Leave both empty if no order needs one.')}
      >
        <NumberField
          path={['shipping', 'quotes', 'fromCopies']}
          label={t('Recommended from copies')}
          min={2}
          max={10_000}
          optional="absent"
        />
        <NumberField
          path={['shipping', 'quotes', 'requiredFromCopies']}
          label={t('Required from copies')}
          min={2}
          max={10_000}
          optional="absent"
        />
      </Part>
      <Part
        title={t('What carriers deliver')}
        about={t('An order that exceeds it continues, and its customer gets a warning.')}
      >
        <NumberField
          path={['shipping', 'carrierLimits', 'lineCharacters']}
          label={t('Characters in a line of the address')}
          description={t('35 if nothing is entered')}
          min={20}
          max={200}
          optional="absent"
        />
        <ChecksField
          path={['shipping', 'carrierLimits', 'noBoxes']}
          label={t('Classes that reach no post office box')}
          data={classes.map(([value, label]) => ({ value, label }))}
          usual={['expedited', 'rush']}
        />
      </Part>
      <Section title={t('Boxes')} about={t('The press desk takes the smallest that holds the books of an order.')}>
        <Boxes />
      </Section>
      {zones.map((zone, i) => {
        const path: Path = ['shipping', 'zones', i]
        const name = String((zone as { name?: unknown }).name ?? '')
        return (
          <Section
            // biome-ignore lint/suspicious/noArrayIndexKey: zones may be renamed while they are edited
            key={i}
            title={name || t('Unnamed zone')}
            actions={
              <Button size="xs" variant="subtle" color="red" onClick={() => change(path, undefined)}>
                {t('Remove zone')}
              </Button>
            }
          >
            <Stack gap="md">
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <TextField path={[...path, 'name']} label={t('Zone')} />
                <TagsField
                  path={[...path, 'places']}
                  label={t('Places')}
                  description={t('US, US-AK or PR; press Enter after each')}
                />
              </SimpleGrid>
              {classes.map(([shippingClass, label]) => (
                <Class key={shippingClass} path={[...path, 'classes', shippingClass]} label={label} zone={name} />
              ))}
            </Stack>
          </Section>
        )
      })}
      <Button
        variant="default"
        onClick={() =>
          change(['shipping', 'zones'], [...zones, { name: t('New zone'), places: [], classes: { standard: newRate } }])
        }
      >
        {t('Add zone')}
      </Button>
    </>
  )
}

const newBox = {
  name: '',
  inside: { lengthInches: 12, widthInches: 9, heightInches: 4 },
  emptyOunces: 6,
  maxPounds: 40,
}

const Boxes = () => (
  <Rows
    path={['shipping', 'boxes']}
    noun={t('box')}
    newRow={newBox}
    row={row => (
      <>
        <TextField path={[...row, 'name']} label={t('Box')} />
        <NumberField path={[...row, 'inside', 'lengthInches']} label={t('Inner length')} decimals={3} suffix=" in" />
        <NumberField path={[...row, 'inside', 'widthInches']} label={t('Inner width')} decimals={3} suffix=" in" />
        <NumberField path={[...row, 'inside', 'heightInches']} label={t('Inner height')} decimals={3} suffix=" in" />
        <NumberField path={[...row, 'emptyOunces']} label={t('Weight when empty')} decimals={2} suffix=" oz" />
        <NumberField path={[...row, 'maxPounds']} label={t('Maximum weight')} decimals={1} suffix=" lb" />
      </>
    )}
  />
)

const newRate = {
  baseCents: 499,
  extraCopyCents: 25,
  weightBands: [{ centsPerPound: 60 }],
  transitDays: { min: 3, max: 6 },
}

function Class({ path, label, zone }: { path: Path; label: string; zone: string }) {
  const { content, change } = useEditing()
  const isStandard = path.at(-1) === 'standard'
  const of = t('{shippingClass} to {zone}', { shippingClass: label, zone })
  if (valueAt(content, path) === undefined) {
    return (
      <div>
        <Button
          size="xs"
          variant="default"
          aria-label={t('Sell {shippingClass} to {zone}', { shippingClass: label, zone })}
          onClick={() => change(path, newRate)}
        >
          {t('Sell {shippingClass}', { shippingClass: label })}
        </Button>
      </div>
    )
  }
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
      <Text component="legend" fw={600} mb={4}>
        {label}
      </Text>
      <RateFields path={path} of={of} />
      <Freight path={[...path, 'freight']} of={of} />
      {isStandard ? null : (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          mt="xs"
          aria-label={t('Stop selling {shippingClass} to {zone}', { shippingClass: label, zone })}
          onClick={() => change(path, undefined)}
        >
          {t('Stop selling {shippingClass}', { shippingClass: label })}
        </Button>
      )}
    </fieldset>
  )
}

/** The price, the transit and the cost of a class, or of its freight. */
const RateFields = ({ path, of }: { path: Path; of: string }) => (
  <>
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} mb="sm">
      <MoneyField path={[...path, 'baseCents']} label={t('First copy')} />
      <MoneyField path={[...path, 'extraCopyCents']} label={t('Each further copy')} />
      <NumberField path={[...path, 'transitDays', 'min']} label={t('Arrives after, days')} max={60} />
      <NumberField path={[...path, 'transitDays', 'max']} label={t('At the latest, days')} max={60} />
    </SimpleGrid>
    <WeightBands path={[...path, 'weightBands']} />
    <ShippingCost path={[...path, 'cost']} of={of} />
  </>
)

const newFreight = {
  fromCopies: 500,
  baseCents: 14900,
  extraCopyCents: 0,
  weightBands: [{ centsPerPound: 30 }],
  transitDays: { min: 3, max: 6 },
}

/** The rate of large orders, in the place of the rate of parcels. */
function Freight({ path, of }: { path: Path; of: string }) {
  const { content, change, isReadOnly } = useEditing()
  const isGiven = valueAt(content, path) !== undefined
  return (
    <Stack gap="sm" mt="sm" align="stretch">
      {isGiven ? (
        <fieldset style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
          <Text component="legend" fw={600} mb={4}>
            {t('Freight of large orders')}
          </Text>
          <NumberField
            path={[...path, 'fromCopies']}
            label={t('Freight from copies')}
            description={t('An order of this many copies is charged by the rate below.')}
            min={2}
            max={10_000}
          />
          <RateFields path={path} of={t('freight, {of}', { of })} />
        </fieldset>
      ) : null}
      {isReadOnly ? null : (
        <div>
          <Button
            size="xs"
            variant={isGiven ? 'subtle' : 'default'}
            {...(isGiven ? { color: 'red' } : {})}
            aria-label={t(isGiven ? 'Remove freight of {name}' : 'Add freight of {name}', { name: of })}
            onClick={() => change(path, isGiven ? undefined : newFreight)}
          >
            {isGiven ? t('Remove freight') : t('Add freight')}
          </Button>
        </div>
      )}
    </Stack>
  )
}

const WeightBands = ({ path }: { path: Path }) => (
  <Rows
    path={path}
    noun={t('weight band')}
    newRow={{ centsPerPound: 60 }}
    row={row => (
      <>
        <NumberField path={[...row, 'upToPounds']} label={t('Up to')} decimals={2} suffix=" lb" optional="absent" />
        <MoneyField path={[...row, 'centsPerPound']} label={t('Per pound')} />
      </>
    )}
  />
)

/** The carrier's charges. Only the staff see them. */
function ShippingCost({ path, of }: { path: Path; of: string }) {
  const { content } = useEditing()
  return (
    <Stack gap="sm" mt="sm" align="flex-start">
      {valueAt(content, path) === undefined ? null : (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }} w="100%">
            <MoneyField path={[...path, 'baseCents']} label={t('Your cost, first copy')} />
            <MoneyField path={[...path, 'extraCopyCents']} label={t('Your cost, each further copy')} />
          </SimpleGrid>
          <WeightBands path={[...path, 'weightBands']} />
        </>
      )}
      <CostToggle path={path} newCost={newCost} of={of} />
    </Stack>
  )
}

const newCost = { baseCents: 0, extraCopyCents: 0, weightBands: [{ centsPerPound: 0 }] }

// Shipping in the draft: where parcels leave, how long books take, and the rates of each zone and class.

import { SimpleGrid } from '@mantine/core'
import { Section } from '../../../components/layout/Section.tsx'
import { shippingClassOptions } from '../../../components/orders/shippingClasses.ts'
import { t } from '../../../language.ts'
import type { Path } from './content.ts'
import { ChecksField, Editable, FoldedPart, NumberField, Part, Rows, TagsField, TextField } from './Fields.tsx'
import { ShippingRates } from './ShippingRates.tsx'

const from: Path = ['shipping', 'shipFrom']

export const ShipFrom = () => (
  <Part title={t('Ship-from address')} about={t('Printed on parcels. Also decides taxes.')}>
    <TextField path={[...from, 'name']} label={t('Name')} empty={t('Enter a name')} />
    <TextField path={[...from, 'address1']} label={t('Address')} empty={t('Enter an address')} />
    <TextField path={[...from, 'address2']} label={t('Address line 2')} optional />
    <TextField path={[...from, 'city']} label={t('City')} empty={t('Enter a city')} />
    <TextField path={[...from, 'state']} label={t('State')} empty={t('Enter a state')} />
    <TextField path={[...from, 'postal']} label={t('Postal code')} empty={t('Enter a postal code')} />
    <TextField path={[...from, 'country']} label={t('Country')} empty={t('Enter a country code such as US')} />
    <TextField path={[...from, 'phone']} label={t('Phone')} optional />
  </Part>
)

export function ShippingData() {
  return (
    <>
      <Editable>
        <ShipFrom />
        <Section
          title={t('Zones')}
          about={t(
            'Each place belongs to one zone; a state comes before its country. Type places such as US, US-AK or PR, and press Enter after each.',
          )}
        >
          <Rows
            isTable
            path={['shipping', 'zones']}
            noun={t('zone')}
            newRow={{ name: t('New zone'), places: [], classes: {} }}
            row={row => (
              <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ flex: 1 }}>
                <TextField path={[...row, 'name']} label={t('Zone')} empty={t('Enter a name')} />
                <TagsField path={[...row, 'places']} label={t('Places')} description="" />
              </SimpleGrid>
            )}
          />
        </Section>
      </Editable>
      <ShippingRates />
      <Editable>
        <Part
          title={t('Time to make a book')}
          about={t('Orders that arrive before the cut-off count for that business day.')}
        >
          <NumberField path={['shipping', 'cutOff', 'hour']} label={t('Cut-off hour')} min={1} max={24} />
          <TextField
            path={['shipping', 'cutOff', 'timeZone']}
            label={t('Time zone')}
            empty={t('Enter a time zone such as America/New_York')}
          />
          {shippingClassOptions().map(({ value: name, label }) => (
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
            isTable
            newRow={{ fromCopies: 500, days: 2 }}
            row={row => (
              <>
                <NumberField path={[...row, 'fromCopies']} label={t('From copies')} min={2} max={10_000} />
                <NumberField path={[...row, 'days']} label={t('More business days')} max={60} />
              </>
            )}
          />
        </Section>
        <FoldedPart
          path={['shipping', 'quotes']}
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
        </FoldedPart>
        <FoldedPart
          path={['shipping', 'carrierLimits']}
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
            data={shippingClassOptions()}
            usual={['expedited', 'rush']}
          />
        </FoldedPart>
        <Section title={t('Boxes')} about={t('The press desk takes the smallest that holds the books of an order.')}>
          <Boxes />
        </Section>
      </Editable>
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
    isTable
    path={['shipping', 'boxes']}
    noun={t('box')}
    newRow={newBox}
    row={row => (
      <SimpleGrid cols={{ base: 1, sm: 6 }} spacing="xs" style={{ flex: 1 }}>
        <TextField path={[...row, 'name']} label={t('Box')} empty={t('Enter a name')} />
        <NumberField path={[...row, 'inside', 'lengthInches']} label={t('Inner length')} decimals={3} suffix=" in" />
        <NumberField path={[...row, 'inside', 'widthInches']} label={t('Inner width')} decimals={3} suffix=" in" />
        <NumberField path={[...row, 'inside', 'heightInches']} label={t('Inner height')} decimals={3} suffix=" in" />
        <NumberField path={[...row, 'emptyOunces']} label={t('Empty [[weight of a box]]')} decimals={2} suffix=" oz" />
        <NumberField path={[...row, 'maxPounds']} label={t('Maximum weight')} decimals={1} suffix=" lb" />
      </SimpleGrid>
    )}
  />
)

// The recipient of an order in a list: the name, and below it city and country.

import { Text } from '@mantine/core'

export const Recipient = ({ name, city, country }: { name: string; city: string; country: string }) => (
  <div className="wrap">
    {name}
    <Text size="xs" c="dimmed">
      {city}, {country}
    </Text>
  </div>
)

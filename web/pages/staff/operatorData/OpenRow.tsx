import { Button, Text } from '@mantine/core'

type Props = { name: string; code: string; open(): void }

/** The first cell of a row that opens an editor. */
export const OpenRow = ({ name, code, open }: Props) => (
  <div>
    <Button variant="transparent" size="compact-sm" px={0} onClick={open}>
      {name}
    </Button>
    <Text size="xs" c="dimmed" className="mono wrap">
      {code}
    </Text>
  </div>
)

import { useDisclosure } from '@mantine/hooks'

/** For a dialog and the form in it: once something was typed, neither Escape nor a click outside throws it away. */
export function useTyped() {
  const [isTyped, { open }] = useDisclosure()
  return { dialog: { closeOnEscape: !isTyped, closeOnClickOutside: !isTyped }, form: { onChange: open } }
}

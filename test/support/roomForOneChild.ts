// Imported first: in a container of this size, the guard runs one child at a time.

process.constrainedMemory = () => 1024 ** 3

/** Whether places of a type, given as its key, are receivers, such as "shark monitoring receiver". */
export const isReceiverType = (typeKey: string): boolean => typeKey.endsWith('receiver');

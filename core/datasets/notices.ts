/** The short form of the notice about sample data. */
export const shortNotice = 'Sample data: invented records, for trying the service.';
export const historicalNotice = 'Historical records, not live warnings.';

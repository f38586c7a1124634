// Labels that people read, beside the names that the service gives.
import { labelOf } from '../../../nodes/shared/labels';

test.each([
	['PostalCode', 'Postal Code'],
	['IPAddress2', 'IP Address 2'],
	['MACAddress1', 'MAC Address 1'],
	['Id', 'ID'],
	['DeletedProductIds', 'Deleted Product IDs'],
	['SIItemIdsToDelete', 'SI Item IDs to Delete'],
	['COName', 'CO Name'],
	['COProjects', 'CO Projects'],
	['TaskOrSVOName', 'Task or SVO Name'],
	['CustomField12', 'Custom Field 12'],
	['CF32', 'CF 32'],
	['UpdatedOn', 'Updated On'],
	['TotalPriceTC', 'Total Price TC'],
	['MonthlyPriceWithTaxTC', 'Monthly Price with Tax TC'],
	['IsOfe', 'Is OFE'],
	['OrderUomUnits', 'Order UOM Units'],
	['URL', 'URL'],
	['siteAddress', 'Site Address'],
	['Street1', 'Street 1'],
	['EDD', 'EDD'],
	['DurationOverTime', 'Duration Overtime'],
])('%s reads "%s"', (name, label) => {
	expect(labelOf(name)).toBe(label);
});

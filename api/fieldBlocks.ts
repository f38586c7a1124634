// Written by `npm run generate` from resources/: code that stores the fields of the rows that come in pages. The engine is
// much faster where it knows the names.

/** Fields of a record that follow each other, and the code that stores them. */
export interface FieldBlock {
	readonly names: readonly string[];
	/** Stores their values, the first of which is at `from`. */
	store(row: Record<string, unknown>, values: readonly unknown[], from: number): void;
}

/** The number of fields in a block. */
export const BLOCK = 8;

/** The fields of each record in blocks, in the order of the document; a rest that fills none is left out. */
export const FIELD_BLOCKS: readonly FieldBlock[] = [
	{
		// prettier-ignore
		names: ['ProjectId', 'COName', 'CODescription', 'Id', 'IntegrationProjectId', 'ClientId', 'Client', 'ClientNumber'],
		store(row, values, from) {
			row.ProjectId = values[from];
			row.COName = values[from + 1];
			row.CODescription = values[from + 2];
			row.Id = values[from + 3];
			row.IntegrationProjectId = values[from + 4];
			row.ClientId = values[from + 5];
			row.Client = values[from + 6];
			row.ClientNumber = values[from + 7];
		},
	},
	{
		// prettier-ignore
		names: ['Name', 'Number', 'Progress', 'Approved', 'CONumber', 'CurrencyCode', 'Price', 'ImportedOn'],
		store(row, values, from) {
			row.Name = values[from];
			row.Number = values[from + 1];
			row.Progress = values[from + 2];
			row.Approved = values[from + 3];
			row.CONumber = values[from + 4];
			row.CurrencyCode = values[from + 5];
			row.Price = values[from + 6];
			row.ImportedOn = values[from + 7];
		},
	},
	{
		// prettier-ignore
		names: ['Id', 'IntegrationProductId', 'ManufacturerId', 'Manufacturer', 'Model', 'PartNumber', 'Category', 'Subcategory'],
		store(row, values, from) {
			row.Id = values[from];
			row.IntegrationProductId = values[from + 1];
			row.ManufacturerId = values[from + 2];
			row.Manufacturer = values[from + 3];
			row.Model = values[from + 4];
			row.PartNumber = values[from + 5];
			row.Category = values[from + 6];
			row.Subcategory = values[from + 7];
		},
	},
	{
		// prettier-ignore
		names: ['Description', 'URL', 'Tags', 'Msrp', 'UnitCost', 'UnitPrice', 'OFE', 'AllowZeroCost'],
		store(row, values, from) {
			row.Description = values[from];
			row.URL = values[from + 1];
			row.Tags = values[from + 2];
			row.Msrp = values[from + 3];
			row.UnitCost = values[from + 4];
			row.UnitPrice = values[from + 5];
			row.OFE = values[from + 6];
			row.AllowZeroCost = values[from + 7];
		},
	},
	{
		// prettier-ignore
		names: ['Phase', 'LaborHours', 'InstallPrice', 'LaborTypes', 'ItemLaborTypes', 'Taxable', 'Tax', 'LaborTax'],
		store(row, values, from) {
			row.Phase = values[from];
			row.LaborHours = values[from + 1];
			row.InstallPrice = values[from + 2];
			row.LaborTypes = values[from + 3];
			row.ItemLaborTypes = values[from + 4];
			row.Taxable = values[from + 5];
			row.Tax = values[from + 6];
			row.LaborTax = values[from + 7];
		},
	},
	{
		// prettier-ignore
		names: ['ExternalTaxCode', 'ExternalLaborTaxCode', 'AcctgName', 'Vendor', 'VendorNumber', 'OrderUom', 'OrderUomUnits', 'DoNotOrder'],
		store(row, values, from) {
			row.ExternalTaxCode = values[from];
			row.ExternalLaborTaxCode = values[from + 1];
			row.AcctgName = values[from + 2];
			row.Vendor = values[from + 3];
			row.VendorNumber = values[from + 4];
			row.OrderUom = values[from + 5];
			row.OrderUomUnits = values[from + 6];
			row.DoNotOrder = values[from + 7];
		},
	},
	{
		// prettier-ignore
		names: ['PurchaseCost', 'PurchaseCostCurrencyCode', 'Height', 'Width', 'Depth', 'Weight', 'RackMounted', 'RackUnits'],
		store(row, values, from) {
			row.PurchaseCost = values[from];
			row.PurchaseCostCurrencyCode = values[from + 1];
			row.Height = values[from + 2];
			row.Width = values[from + 3];
			row.Depth = values[from + 4];
			row.Weight = values[from + 5];
			row.RackMounted = values[from + 6];
			row.RackUnits = values[from + 7];
		},
	},
	{
		// prettier-ignore
		names: ['Amps', 'Volts', 'Watts', 'Btu', 'Dispersion', 'BulkWire', 'InputTerminals', 'InputSignals'],
		store(row, values, from) {
			row.Amps = values[from];
			row.Volts = values[from + 1];
			row.Watts = values[from + 2];
			row.Btu = values[from + 3];
			row.Dispersion = values[from + 4];
			row.BulkWire = values[from + 5];
			row.InputTerminals = values[from + 6];
			row.InputSignals = values[from + 7];
		},
	},
	{
		// prettier-ignore
		names: ['InputLabels', 'OutputTerminals', 'OutputSignals', 'OutputLabels', 'CustomField1', 'CustomField2', 'CustomField3', 'CustomField4'],
		store(row, values, from) {
			row.InputLabels = values[from];
			row.OutputTerminals = values[from + 1];
			row.OutputSignals = values[from + 2];
			row.OutputLabels = values[from + 3];
			row.CustomField1 = values[from + 4];
			row.CustomField2 = values[from + 5];
			row.CustomField3 = values[from + 6];
			row.CustomField4 = values[from + 7];
		},
	},
	{
		// prettier-ignore
		names: ['CustomField5', 'CustomField6', 'CustomField7', 'CustomField8', 'CustomField9', 'CustomField10', 'CustomField11', 'CustomField12'],
		store(row, values, from) {
			row.CustomField5 = values[from];
			row.CustomField6 = values[from + 1];
			row.CustomField7 = values[from + 2];
			row.CustomField8 = values[from + 3];
			row.CustomField9 = values[from + 4];
			row.CustomField10 = values[from + 5];
			row.CustomField11 = values[from + 6];
			row.CustomField12 = values[from + 7];
		},
	},
	{
		// prettier-ignore
		names: ['CustomField13', 'CustomField14', 'CustomField15', 'CustomField16', 'CustomField17', 'CustomField18', 'CustomField19', 'CustomField20'],
		store(row, values, from) {
			row.CustomField13 = values[from];
			row.CustomField14 = values[from + 1];
			row.CustomField15 = values[from + 2];
			row.CustomField16 = values[from + 3];
			row.CustomField17 = values[from + 4];
			row.CustomField18 = values[from + 5];
			row.CustomField19 = values[from + 6];
			row.CustomField20 = values[from + 7];
		},
	},
	{
		// prettier-ignore
		names: ['CustomField21', 'CustomField22', 'CustomField23', 'CustomField24', 'CustomField25', 'CustomField26', 'CustomField27', 'CustomField28'],
		store(row, values, from) {
			row.CustomField21 = values[from];
			row.CustomField22 = values[from + 1];
			row.CustomField23 = values[from + 2];
			row.CustomField24 = values[from + 3];
			row.CustomField25 = values[from + 4];
			row.CustomField26 = values[from + 5];
			row.CustomField27 = values[from + 6];
			row.CustomField28 = values[from + 7];
		},
	},
	{
		// prettier-ignore
		names: ['CustomField29', 'CustomField30', 'CustomField31', 'CustomField32', 'CustomField33', 'CustomField34', 'CustomField35', 'CustomField36'],
		store(row, values, from) {
			row.CustomField29 = values[from];
			row.CustomField30 = values[from + 1];
			row.CustomField31 = values[from + 2];
			row.CustomField32 = values[from + 3];
			row.CustomField33 = values[from + 4];
			row.CustomField34 = values[from + 5];
			row.CustomField35 = values[from + 6];
			row.CustomField36 = values[from + 7];
		},
	},
	{
		// prettier-ignore
		names: ['CustomField37', 'CustomField38', 'CustomField39', 'CustomField40', 'CustomField41', 'CustomField42', 'CustomField43', 'CustomField44'],
		store(row, values, from) {
			row.CustomField37 = values[from];
			row.CustomField38 = values[from + 1];
			row.CustomField39 = values[from + 2];
			row.CustomField40 = values[from + 3];
			row.CustomField41 = values[from + 4];
			row.CustomField42 = values[from + 5];
			row.CustomField43 = values[from + 6];
			row.CustomField44 = values[from + 7];
		},
	},
	{
		// prettier-ignore
		names: ['CustomField45', 'CustomField46', 'CustomField47', 'CustomField48', 'CustomField49', 'CustomField50', 'CustomField51', 'CustomField52'],
		store(row, values, from) {
			row.CustomField45 = values[from];
			row.CustomField46 = values[from + 1];
			row.CustomField47 = values[from + 2];
			row.CustomField48 = values[from + 3];
			row.CustomField49 = values[from + 4];
			row.CustomField50 = values[from + 5];
			row.CustomField51 = values[from + 6];
			row.CustomField52 = values[from + 7];
		},
	},
	{
		// prettier-ignore
		names: ['CustomField53', 'CustomField54', 'CustomField55', 'CustomField56', 'CustomField57', 'CustomField58', 'CustomField59', 'CustomField60'],
		store(row, values, from) {
			row.CustomField53 = values[from];
			row.CustomField54 = values[from + 1];
			row.CustomField55 = values[from + 2];
			row.CustomField56 = values[from + 3];
			row.CustomField57 = values[from + 4];
			row.CustomField58 = values[from + 5];
			row.CustomField59 = values[from + 6];
			row.CustomField60 = values[from + 7];
		},
	},
	{
		// prettier-ignore
		names: ['CustomField61', 'CustomField62', 'CustomField63', 'CustomField64', 'CustomField65', 'CustomField66', 'CustomField67', 'CustomField68'],
		store(row, values, from) {
			row.CustomField61 = values[from];
			row.CustomField62 = values[from + 1];
			row.CustomField63 = values[from + 2];
			row.CustomField64 = values[from + 3];
			row.CustomField65 = values[from + 4];
			row.CustomField66 = values[from + 5];
			row.CustomField67 = values[from + 6];
			row.CustomField68 = values[from + 7];
		},
	},
	{
		// prettier-ignore
		names: ['CustomField69', 'CustomField70', 'CustomField71', 'CustomField72', 'CustomField73', 'CustomField74', 'CustomField75', 'UpdatedOn'],
		store(row, values, from) {
			row.CustomField69 = values[from];
			row.CustomField70 = values[from + 1];
			row.CustomField71 = values[from + 2];
			row.CustomField72 = values[from + 3];
			row.CustomField73 = values[from + 4];
			row.CustomField74 = values[from + 5];
			row.CustomField75 = values[from + 6];
			row.UpdatedOn = values[from + 7];
		},
	},
];

// Objects of the answers under purchaseOrder. Made by scripts/readers.mts from api/; run `npm run generate` instead of editing it.
import { makerOf, type Row } from './row';
export const makePurchaseOrder = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== undefined) this.Id = v[0];
		if (v[1] !== undefined) this.Vendor = v[1];
		if (v[2] !== undefined) this.Projects = v[2];
		if (v[3] !== undefined) this.Number = v[3];
		if (v[4] !== undefined) this.Status = v[4];
		if (v[5] !== undefined) this.Date = v[5];
		if (v[6] !== undefined) this.RequestDeliveryDate = v[6];
		if (v[7] !== undefined) this.ShipPref = v[7];
		if (v[8] !== undefined) this.VendorRefNumber = v[8];
		if (v[9] !== undefined) this.TrackingNumber = v[9];
		if (v[10] !== undefined) this.AcctgNumber = v[10];
		if (v[11] !== undefined) this.Terms = v[11];
		if (v[12] !== undefined) this.Notes = v[12];
		if (v[13] !== undefined) this.ServiceOrders = v[13];
		if (v[14] !== undefined) this.CurrencyCode = v[14];
		if (v[15] !== undefined) this.CurrencyRate = v[15];
		if (v[16] !== undefined) this.CreatedOn = v[16];
		if (v[17] !== undefined) this.UpdatedOn = v[17];
		if (v[18] !== undefined) this.CreatedBy = v[18];
		if (v[19] !== undefined) this.UpdatedBy = v[19];
		if (v[20] !== undefined) this.PublishedBy = v[20];
		if (v[21] !== undefined) this.Contacts = v[21];
		if (v[22] !== undefined) this.VendorAddress = v[22];
		if (v[23] !== undefined) this.ShipToAddress = v[23];
		if (v[24] !== undefined) this.PurchaseOrderItems = v[24];
		if (v[25] !== undefined) this.PurchaseOrderTaxes = v[25];
	});

export const makePurchaseOrderContact = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== undefined) this.Name = v[0];
		if (v[1] !== undefined) this.FirstName = v[1];
		if (v[2] !== undefined) this.LastName = v[2];
		if (v[3] !== undefined) this.Group = v[3];
		if (v[4] !== undefined) this.Company = v[4];
		if (v[5] !== undefined) this.Title = v[5];
		if (v[6] !== undefined) this.Email = v[6];
		if (v[7] !== undefined) this.Mobile = v[7];
		if (v[8] !== undefined) this.Notes = v[8];
	});

export const makeAddress = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== undefined) this.Street1 = v[0];
		if (v[1] !== undefined) this.Street2 = v[1];
		if (v[2] !== undefined) this.City = v[2];
		if (v[3] !== undefined) this.State = v[3];
		if (v[4] !== undefined) this.PostalCode = v[4];
		if (v[5] !== undefined) this.Country = v[5];
		if (v[6] !== undefined) this.Phone = v[6];
		if (v[7] !== undefined) this.Fax = v[7];
	});

export const makeShipToAddress = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== undefined) this.Street1 = v[0];
		if (v[1] !== undefined) this.Street2 = v[1];
		if (v[2] !== undefined) this.City = v[2];
		if (v[3] !== undefined) this.State = v[3];
		if (v[4] !== undefined) this.PostalCode = v[4];
		if (v[5] !== undefined) this.Country = v[5];
		if (v[6] !== undefined) this.Phone = v[6];
		if (v[7] !== undefined) this.Fax = v[7];
		if (v[8] !== undefined) this.Name = v[8];
	});

export const makePurchaseOrderItem = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== undefined) this.Id = v[0];
		if (v[1] !== undefined) this.TypeId = v[1];
		if (v[2] !== undefined) this.ManufacturerId = v[2];
		if (v[3] !== undefined) this.Manufacturer = v[3];
		if (v[4] !== undefined) this.Model = v[4];
		if (v[5] !== undefined) this.Quantity = v[5];
		if (v[6] !== undefined) this.PackageName = v[6];
		if (v[7] !== undefined) this.CatalogId = v[7];
		if (v[8] !== undefined) this.PartNumber = v[8];
		if (v[9] !== undefined) this.CategoryType = v[9];
		if (v[10] !== undefined) this.Description = v[10];
		if (v[11] !== undefined) this.ProjectId = v[11];
		if (v[12] !== undefined) this.ProjectName = v[12];
		if (v[13] !== undefined) this.ProjectSIItemIds = v[13];
		if (v[14] !== undefined) this.ServiceOrderId = v[14];
		if (v[15] !== undefined) this.ServiceOrderName = v[15];
		if (v[16] !== undefined) this.LaborHours = v[16];
		if (v[17] !== undefined) this.Uom = v[17];
		if (v[18] !== undefined) this.UomUnits = v[18];
		if (v[19] !== undefined) this.ProjectUnits = v[19];
		if (v[20] !== undefined) this.Price = v[20];
		if (v[21] !== undefined) this.TotalPrice = v[21];
		if (v[22] !== undefined) this.ReceivedQuantity = v[22];
		if (v[23] !== undefined) this.EDD = v[23];
		if (v[24] !== undefined) this.TrackingNumber = v[24];
		if (v[25] !== undefined) this.TaxId = v[25];
	});

export const makePurchaseOrderTax = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== undefined) this.TaxId = v[0];
		if (v[1] !== undefined) this.Name = v[1];
		if (v[2] !== undefined) this.Rate = v[2];
		if (v[3] !== undefined) this.Group = v[3];
		if (v[4] !== undefined) this.Items = v[4];
	});

// Objects of the answers under purchaseOrder. Made by scripts/readers.mts from api/; run `npm run generate` instead of editing it.
import { absent, makerOf, type Row } from './row';
export const makePurchaseOrder = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== absent) this.Id = v[0];
		if (v[1] !== absent) this.Vendor = v[1];
		if (v[2] !== absent) this.Projects = v[2];
		if (v[3] !== absent) this.Number = v[3];
		if (v[4] !== absent) this.Status = v[4];
		if (v[5] !== absent) this.Date = v[5];
		if (v[6] !== absent) this.RequestDeliveryDate = v[6];
		if (v[7] !== absent) this.ShipPref = v[7];
		if (v[8] !== absent) this.VendorRefNumber = v[8];
		if (v[9] !== absent) this.TrackingNumber = v[9];
		if (v[10] !== absent) this.AcctgNumber = v[10];
		if (v[11] !== absent) this.Terms = v[11];
		if (v[12] !== absent) this.Notes = v[12];
		if (v[13] !== absent) this.ServiceOrders = v[13];
		if (v[14] !== absent) this.CurrencyCode = v[14];
		if (v[15] !== absent) this.CurrencyRate = v[15];
		if (v[16] !== absent) this.CreatedOn = v[16];
		if (v[17] !== absent) this.UpdatedOn = v[17];
		if (v[18] !== absent) this.CreatedBy = v[18];
		if (v[19] !== absent) this.UpdatedBy = v[19];
		if (v[20] !== absent) this.PublishedBy = v[20];
		if (v[21] !== absent) this.Contacts = v[21];
		if (v[22] !== absent) this.VendorAddress = v[22];
		if (v[23] !== absent) this.ShipToAddress = v[23];
		if (v[24] !== absent) this.PurchaseOrderItems = v[24];
		if (v[25] !== absent) this.PurchaseOrderTaxes = v[25];
	});

export const makePurchaseOrderContact = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== absent) this.Name = v[0];
		if (v[1] !== absent) this.FirstName = v[1];
		if (v[2] !== absent) this.LastName = v[2];
		if (v[3] !== absent) this.Group = v[3];
		if (v[4] !== absent) this.Company = v[4];
		if (v[5] !== absent) this.Title = v[5];
		if (v[6] !== absent) this.Email = v[6];
		if (v[7] !== absent) this.Mobile = v[7];
		if (v[8] !== absent) this.Notes = v[8];
	});

export const makeAddress = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== absent) this.Street1 = v[0];
		if (v[1] !== absent) this.Street2 = v[1];
		if (v[2] !== absent) this.City = v[2];
		if (v[3] !== absent) this.State = v[3];
		if (v[4] !== absent) this.PostalCode = v[4];
		if (v[5] !== absent) this.Country = v[5];
		if (v[6] !== absent) this.Phone = v[6];
		if (v[7] !== absent) this.Fax = v[7];
	});

export const makeShipToAddress = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== absent) this.Street1 = v[0];
		if (v[1] !== absent) this.Street2 = v[1];
		if (v[2] !== absent) this.City = v[2];
		if (v[3] !== absent) this.State = v[3];
		if (v[4] !== absent) this.PostalCode = v[4];
		if (v[5] !== absent) this.Country = v[5];
		if (v[6] !== absent) this.Phone = v[6];
		if (v[7] !== absent) this.Fax = v[7];
		if (v[8] !== absent) this.Name = v[8];
	});

export const makePurchaseOrderItem = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== absent) this.Id = v[0];
		if (v[1] !== absent) this.TypeId = v[1];
		if (v[2] !== absent) this.ManufacturerId = v[2];
		if (v[3] !== absent) this.Manufacturer = v[3];
		if (v[4] !== absent) this.Model = v[4];
		if (v[5] !== absent) this.Quantity = v[5];
		if (v[6] !== absent) this.PackageName = v[6];
		if (v[7] !== absent) this.CatalogId = v[7];
		if (v[8] !== absent) this.PartNumber = v[8];
		if (v[9] !== absent) this.CategoryType = v[9];
		if (v[10] !== absent) this.Description = v[10];
		if (v[11] !== absent) this.ProjectId = v[11];
		if (v[12] !== absent) this.ProjectName = v[12];
		if (v[13] !== absent) this.ProjectSIItemIds = v[13];
		if (v[14] !== absent) this.ServiceOrderId = v[14];
		if (v[15] !== absent) this.ServiceOrderName = v[15];
		if (v[16] !== absent) this.LaborHours = v[16];
		if (v[17] !== absent) this.Uom = v[17];
		if (v[18] !== absent) this.UomUnits = v[18];
		if (v[19] !== absent) this.ProjectUnits = v[19];
		if (v[20] !== absent) this.Price = v[20];
		if (v[21] !== absent) this.TotalPrice = v[21];
		if (v[22] !== absent) this.ReceivedQuantity = v[22];
		if (v[23] !== absent) this.EDD = v[23];
		if (v[24] !== absent) this.TrackingNumber = v[24];
		if (v[25] !== absent) this.TaxId = v[25];
	});

export const makePurchaseOrderTax = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== absent) this.TaxId = v[0];
		if (v[1] !== absent) this.Name = v[1];
		if (v[2] !== absent) this.Rate = v[2];
		if (v[3] !== absent) this.Group = v[3];
		if (v[4] !== absent) this.Items = v[4];
	});

// Objects of the answers under task. Made by scripts/readers.mts from api/; run `npm run generate` instead of editing it.
import { absent, makerOf, type Row } from './row';
export const makeSITask = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== absent) this.Id = v[0];
		if (v[1] !== absent) this.Client = v[1];
		if (v[2] !== absent) this.ProjectId = v[2];
		if (v[3] !== absent) this.Project = v[3];
		if (v[4] !== absent) this.ProjectNumber = v[4];
		if (v[5] !== absent) this.ProjectStart = v[5];
		if (v[6] !== absent) this.ProjectEnd = v[6];
		if (v[7] !== absent) this.Name = v[7];
		if (v[8] !== absent) this.Number = v[8];
		if (v[9] !== absent) this.Description = v[9];
		if (v[10] !== absent) this.Start = v[10];
		if (v[11] !== absent) this.End = v[11];
		if (v[12] !== absent) this.ScheduledStart = v[12];
		if (v[13] !== absent) this.ScheduledEnd = v[13];
		if (v[14] !== absent) this.Progress = v[14];
		if (v[15] !== absent) this.PercentComplete = v[15];
		if (v[16] !== absent) this.CustomField1 = v[16];
		if (v[17] !== absent) this.CustomField2 = v[17];
		if (v[18] !== absent) this.CustomField3 = v[18];
		if (v[19] !== absent) this.CustomField4 = v[19];
		if (v[20] !== absent) this.CustomField5 = v[20];
		if (v[21] !== absent) this.CustomField6 = v[21];
		if (v[22] !== absent) this.CustomField7 = v[22];
		if (v[23] !== absent) this.CustomField8 = v[23];
		if (v[24] !== absent) this.CustomField9 = v[24];
		if (v[25] !== absent) this.CustomField10 = v[25];
		if (v[26] !== absent) this.CustomField11 = v[26];
		if (v[27] !== absent) this.CustomField12 = v[27];
		if (v[28] !== absent) this.CustomField13 = v[28];
		if (v[29] !== absent) this.CustomField14 = v[29];
		if (v[30] !== absent) this.CustomField15 = v[30];
		if (v[31] !== absent) this.CustomField16 = v[31];
		if (v[32] !== absent) this.CustomField17 = v[32];
		if (v[33] !== absent) this.CustomField18 = v[33];
		if (v[34] !== absent) this.CustomField19 = v[34];
		if (v[35] !== absent) this.CustomField20 = v[35];
		if (v[36] !== absent) this.CustomField21 = v[36];
		if (v[37] !== absent) this.CustomField22 = v[37];
		if (v[38] !== absent) this.CustomField23 = v[38];
		if (v[39] !== absent) this.CustomField24 = v[39];
		if (v[40] !== absent) this.CreatedOn = v[40];
		if (v[41] !== absent) this.UpdatedOn = v[41];
		if (v[42] !== absent) this.CreatedBy = v[42];
		if (v[43] !== absent) this.UpdatedBy = v[43];
		if (v[44] !== absent) this.PublishedBy = v[44];
		if (v[45] !== absent) this.Contact = v[45];
		if (v[46] !== absent) this.SiteAddress = v[46];
		if (v[47] !== absent) this.Resources = v[47];
		if (v[48] !== absent) this.Items = v[48];
	});

export const makeTaskResource = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== absent) this.Name = v[0];
		if (v[1] !== absent) this.Email = v[1];
		if (v[2] !== absent) this.EstimatedHours = v[2];
		if (v[3] !== absent) this.ActualHours = v[3];
		if (v[4] !== absent) this.Cost = v[4];
	});

export const makeTaskItem = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== absent) this.Id = v[0];
		if (v[1] !== absent) this.SIItemId = v[1];
		if (v[2] !== absent) this.TypeId = v[2];
		if (v[3] !== absent) this.Manufacturer = v[3];
		if (v[4] !== absent) this.Model = v[4];
		if (v[5] !== absent) this.PackageName = v[5];
		if (v[6] !== absent) this.PartNumber = v[6];
		if (v[7] !== absent) this.Category = v[7];
		if (v[8] !== absent) this.Subcategory = v[8];
		if (v[9] !== absent) this.ComponentId = v[9];
		if (v[10] !== absent) this.Location = v[10];
		if (v[11] !== absent) this.System = v[11];
		if (v[12] !== absent) this.SerialNumber = v[12];
		if (v[13] !== absent) this.IPAddress1 = v[13];
		if (v[14] !== absent) this.IPAddress2 = v[14];
		if (v[15] !== absent) this.MACAddress1 = v[15];
		if (v[16] !== absent) this.MACAddress2 = v[16];
		if (v[17] !== absent) this.Picked = v[17];
		if (v[18] !== absent) this.PickedDate = v[18];
		if (v[19] !== absent) this.Installed = v[19];
		if (v[20] !== absent) this.InstalledOn = v[20];
		if (v[21] !== absent) this.InstalledNotes = v[21];
	});
